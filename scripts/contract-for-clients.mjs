// The contract as clients need it when they run: the SDK's package and the console are bundled with it.
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const CONTRACT = fileURLToPath(new URL('../packages/contract/dist/index.js', import.meta.url));
/** Account numbers are checked in the requests that merchants are boarded with: the server reads those, and no client. */
const NO_TABLES = "export const isValidIBAN = () => { throw new Error('account numbers are checked by the server'); };";
const VIRTUAL = '\0contract';
const VIRTUAL_TABLES = '\0account-numbers';

/** What is for the compiler, the server and readers of the reference. */
const LEFT_OUT = [
  'requestBody',
  'responseBody',
  'response',
  'params',
  'errors',
  'title',
  'description',
  'reference',
  'sdk',
];

/** What the client needs of an operation. */
function factsOf(operation) {
  const { request, ...others } = operation;
  const facts = Object.fromEntries(Object.entries(others).filter(([name]) => !LEFT_OUT.includes(name)));
  const namesOf = (schema) => ({
    properties: Object.fromEntries(Object.keys(schema.properties).map((name) => [name, {}])),
  });
  return {
    ...facts,
    ...(operation.surface === 'rest' && { request: request && {}, query: namesOf(operation.query) }),
    ...(operation.headers && { headers: namesOf(operation.headers) }),
  };
}

/** The contract with its operations cut down to those facts. */
async function contractCode() {
  const all = await import(pathToFileURL(CONTRACT).href);
  const known = new Set(all.OPERATIONS);
  const operations = Object.entries(all).filter(([, value]) => known.has(value));
  const own = operations.map(([name, value]) => `export const ${name} = ${JSON.stringify(factsOf(value))};`);
  const others = Object.keys(all).filter((name) => !known.has(all[name]));
  return [...own, `export { ${others.join(', ')} } from ${JSON.stringify(CONTRACT)};`].join('\n');
}

/** Puts it in the place of the contract, for rolldown and Vite. The contract has to be compiled. */
export async function contractForClients() {
  const code = await contractCode();
  return {
    name: 'contract-for-clients',
    enforce: 'pre',
    resolveId: (id) => ({ '@cardwright/contract': VIRTUAL, ibantools: VIRTUAL_TABLES })[id],
    load: (id) => ({ [VIRTUAL]: code, [VIRTUAL_TABLES]: NO_TABLES })[id],
    transform: (text, id) => {
      if (id.startsWith(path.dirname(CONTRACT))) return { code: withoutUnused(text), moduleSideEffects: false };
      // loading it does nothing
      return /[\\/]node_modules[\\/]typebox[\\/]/.test(id) ? { code: text, moduleSideEffects: false } : undefined;
    },
  };
}

/**
 * Taken by name, and as calls that do nothing else, schemas that nobody uses can be left out with what makes them. The head of a
 * function is no call: rolldown warns of a comment there.
 */
function withoutUnused(text) {
  return text
    .replace(/^import Type(, \{\})? from/m, 'import * as Type from')
    .replace(
      /(?<![.#\w])(?:record|text|optional|list|oneOf|flag|digits|time|orNull|Type\.\w+|define[A-Z]\w+)\((?![^()]*\) \{)/g,
      '/* @__PURE__ */ $&',
    );
}
