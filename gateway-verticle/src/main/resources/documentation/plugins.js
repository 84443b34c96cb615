/* Plugins of Swagger UI, each of which changes one thing: for a component of Swagger UI, it returns the one to show instead. */

/** How many parameters an operation shows at first. The contract lists the most used ones first. */
const MOST_USED = 7;

const JSON_API = 'application/vnd.api+json';

/** Swagger UI shows lists of values with a format as text and warns in the console that it has no input for them. */
function quietLists({ React: { createElement: h } }) {
  const withoutWarning = getComponent => (name, container) => getComponent(name, container, { failSilently: true });
  const quietly = List => properties => h(List, { ...properties, getComponent: withoutWarning(properties.getComponent) });
  return { wrapComponents: { JsonSchema_array: quietly } };
}

/** Shows the inputs of parameters only where they can be used: after "Try it out". */
function inputsOnTrial({ React: { createElement: h } }) {
  const unlessDisabled = Form => properties => properties.disabled ? null : h(Form, properties);
  return { wrapComponents: { JsonSchemaForm: unlessDisabled } };
}

/** Folds the parameters after the most used ones. */
function foldedParameters({ React: { createElement: h, createContext, useContext, useState } }) {
  const Folded = createContext({});

  const folding = Parameters => properties => {
    const [unfolded, setUnfolded] = useState(false);
    const ordered = properties.parameters.sortBy(parameter => !parameter.get('required'));
    const shown = unfolded ? ordered : ordered.take(MOST_USED);
    // Swagger UI shows the parameters in the path, in the query and in headers as groups.
    const last = shown.groupBy(parameter => parameter.get('in')).last()?.last();
    const folded = { count: ordered.size - shown.size, last, unfold: () => setUnfolded(true) };
    return h(Folded.Provider, { value: folded }, h(Parameters, { ...properties, parameters: shown }));
  };

  const withButton = Row => properties => {
    const { count, last, unfold } = useContext(Folded);
    const row = h(Row, { key: 'parameter', ...properties });
    if (!count || properties.rawParam !== last) {
      return row;
    }
    const button = h('button', { className: 'btn', onClick: unfold }, `Show ${count} more parameters`);
    return [row, h('tr', { key: 'more' }, h('td', { colSpan: 2 }, button))];
  };

  return { wrapComponents: { parameters: folding, parameterRow: withButton } };
}

/** Shows the first successful response with its example, other ones by their descriptions, and folds all errors into a list. */
function foldedErrors({ React: { createElement: h } }) {
  const isError = (response, status) => status >= '400';

  const linked = code => h('a', { href: '/v1/openapi/errors#' + code }, h('code', null, code));

  const row = (response, status) => {
    const example = response.getIn(['content', JSON_API, 'examples'])?.first()?.getIn(['value', 'errors', 0]);
    return h('tr', { key: status },
      h('th', { scope: 'row' }, status),
      h('td', null,
        h('p', null, response.get('description')),
        example && h('p', null, 'Example: ', linked(example.get('code')), ' ', example.get('detail'))));
  };

  const separately = Responses => properties => {
    const { responses } = properties;
    const errors = responses.filter(isError);
    return h('div', null,
      h(Responses, { ...properties, responses: responses.filterNot(isError) }),
      h('details', { className: 'error-responses' },
        h('summary', null, 'Errors: ', errors.keySeq().join(', ')),
        h('table', null, h('tbody', null, errors.map(row).valueSeq()))));
  };

  const withOneExample = Response => properties => {
    const { response, isDefault } = properties;
    // Without this, Swagger UI shows application/json although the request asks for the first media type.
    const contentType = response.get('content')?.keySeq().first();
    return h(Response, { ...properties, contentType, response: isDefault ? response : response.delete('content') });
  };

  return { wrapComponents: { responses: separately, response: withOneExample } };
}

/** Folds the headers of a response. */
function foldedHeaders({ React: { createElement: h } }) {
  const fold = Headers => properties =>
    h('details', { className: 'response-headers' },
      h('summary', null, 'Headers: ', properties.headers.keySeq().join(', ')),
      h(Headers, properties));
  return { wrapComponents: { headers: fold } };
}

/** Hides the list of a document's examples if there is one. Swagger UI still needs the list: it selects the example. */
function onlyExample({ React: { createElement: h } }) {
  const unlessOnly = Select => properties => {
    const isOnly = properties.examples.size === 1;
    return h('div', null,
      h('div', { hidden: isOnly }, h(Select, properties)),
      isOnly && h('p', null, properties.examples.first().get('summary')));
  };
  return { wrapComponents: { ExamplesSelect: unlessOnly } };
}

/** Folds the sections of the description, each of which begins with a heading. */
function foldedDescription({ React: { createElement: h } }) {
  const fold = Info => properties => {
    const Markdown = properties.getComponent('Markdown', true);
    const [introduction, ...sections] = properties.info.get('description').split(/^## /m);
    const details = section => {
      const [heading, ...text] = section.split('\n');
      return h('details', { key: heading }, h('summary', null, heading), h(Markdown, { source: text.join('\n') }));
    };
    return h('div', null,
      h(Info, { ...properties, info: properties.info.set('description', introduction) }),
      h('div', { className: 'conventions' }, sections.map(details)));
  };
  return { wrapComponents: { info: fold } };
}

/** Hides the choice of a server, because there is one. */
function noServers() {
  return { wrapComponents: { ServersContainer: () => () => null } };
}

/**
 * Offers only the ways to log in that a person can use on this page: the browser keeps the cookie of a session itself, and an
 * authorization server must know this page.
 */
function usableLogins(login) {
  const isUsable = scheme => scheme.get('type') !== 'apiKey' && (scheme.get('type') !== 'oauth2' || login.clientId);
  return ({ React: { createElement: h } }) => {
    const onlyUsable = Logins => properties => h(Logins, { ...properties, definitions: properties.definitions.filter(isUsable) });
    return { wrapComponents: { auths: onlyUsable } };
  };
}

export default login => [
  quietLists,
  inputsOnTrial,
  foldedParameters,
  foldedErrors,
  foldedHeaders,
  onlyExample,
  foldedDescription,
  noServers,
  usableLogins(login)
];
