window.onload = function () {
  SwaggerUIBundle({
    url: '/v1/openapi.json',
    dom_id: '#swagger-ui',
    deepLinking: true,
    oauth2RedirectUrl: window.location.origin + '/oauth2-redirect.html',
    presets: [SwaggerUIBundle.presets.apis]
  });
};
