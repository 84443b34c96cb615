import plugins from './plugins.js';

const JSON_API = 'application/vnd.api+json';

function cookie(name) {
  return document.cookie.split('; ').find(pair => pair.startsWith(name + '='))?.slice(name.length + 1);
}

/** Marks requests as this page's, so that the browser does not open its own login dialog, and accepts JSON:API. */
function toService(request) {
  if (new URL(request.url, window.location.href).origin === window.location.origin) {
    const { headers } = request;
    headers['X-Requested-With'] = 'XMLHttpRequest';
    if (headers.accept === '*/*') {
      headers.accept = JSON_API;
    }
    const token = cookie('registrar_csrf');
    if (token && request.method !== 'GET') {
      headers['X-CSRF-Token'] ??= token;
    }
  }
  return request;
}

/** Follows links of this page to operations; Swagger UI only follows the link with which the page was opened. */
function followLinks({ layoutActions }) {
  window.addEventListener('hashchange', () => {
    const link = decodeURIComponent(window.location.hash);
    const [, tag, operationId] = link.split('/');
    layoutActions.parseDeepLinkHash(link);
    document.getElementById(`operations-${tag}-${operationId?.replaceAll(' ', '_')}`)?.scrollIntoView();
  });
}

/** Uses the colors that the person has chosen in the operating system. */
function followColorScheme() {
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
  dark.addEventListener('change', follow);
  follow();
}

followColorScheme();
const login = await (await fetch('/v1/openapi/login.json')).json();
const page = SwaggerUIBundle({
  url: '/v1/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  oauth2RedirectUrl: window.location.origin + '/oauth2-redirect.html',
  presets: [SwaggerUIBundle.presets.apis],
  plugins: plugins(login),
  requestInterceptor: toService
});
if (login.clientId) {
  page.initOAuth(login);
}
followLinks(page);
