const JSON_API = 'application/vnd.api+json';

/** Marks requests as this page's, so that the browser does not open its own login dialog, and accepts JSON:API. */
function toService(request) {
  if (new URL(request.url, window.location.href).origin === window.location.origin) {
    request.headers['X-Requested-With'] = 'XMLHttpRequest';
    if (request.headers.accept === '*/*') {
      request.headers.accept = JSON_API;
    }
  }
  return request;
}

/** Swagger UI shows lists of values with a format as text and warns in the console that it has no input for them. */
function quietLists() {
  const withoutWarning = getComponent => (name, container) => getComponent(name, container, { failSilently: true });
  const quietly = (List, ui) => properties =>
    ui.React.createElement(List, { ...properties, getComponent: withoutWarning(properties.getComponent) });
  return { wrapComponents: { JsonSchema_array: quietly } };
}

window.onload = async function () {
  const login = await (await fetch('/v1/openapi/login.json')).json();
  const page = SwaggerUIBundle({
    url: '/v1/openapi.json',
    dom_id: '#swagger-ui',
    deepLinking: true,
    oauth2RedirectUrl: window.location.origin + '/oauth2-redirect.html',
    presets: [SwaggerUIBundle.presets.apis],
    plugins: [quietLists],
    requestInterceptor: toService
  });
  if (login.clientId) {
    page.initOAuth(login);
  }
};
