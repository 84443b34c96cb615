window.onload = async function () {
  const login = await (await fetch('/v1/openapi/login.json')).json();
  const page = SwaggerUIBundle({
    url: '/v1/openapi.json',
    dom_id: '#swagger-ui',
    deepLinking: true,
    oauth2RedirectUrl: window.location.origin + '/oauth2-redirect.html',
    presets: [SwaggerUIBundle.presets.apis]
  });
  if (login.clientId) {
    page.initOAuth(login);
  }
};
