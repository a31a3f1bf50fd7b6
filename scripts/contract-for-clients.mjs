// The part of the contract that clients need at run time. The SDK's package and the console bundle it.
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const CONTRACT = fileURLToPath(new URL('../packages/contract/dist/index.js', import.meta.url));
/** Only the server checks account numbers. They occur in onboarding requests, which no client reads. */
const NO_TABLES = "export const isValidIBAN = () => { throw new Error('the server checks account numbers'); };";
const VIRTUAL = '\0contract';
const VIRTUAL_TABLES = '\0account-numbers';

/** Properties that only the compiler, the server and readers of the reference need. */
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

/** The properties of an operation that the client needs. */
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

/** The contract with its operations reduced to those properties. */
async function contractCode() {
  const all = await import(pathToFileURL(CONTRACT).href);
  const known = new Set(all.OPERATIONS);
  const operations = Object.entries(all).filter(([, value]) => known.has(value));
  const own = operations.map(([name, value]) => `export const ${name} = ${JSON.stringify(factsOf(value))};`);
  const others = Object.keys(all).filter((name) => !known.has(all[name]));
  return [...own, `export { ${others.join(', ')} } from ${JSON.stringify(CONTRACT)};`].join('\n');
}

/** A plugin for rolldown and Vite that replaces the contract with this code. The contract must be compiled. */
export async function contractForClients() {
  const code = await contractCode();
  return {
    name: 'contract-for-clients',
    enforce: 'pre',
    resolveId: (id) => ({ '@cardwright/contract': VIRTUAL, ibantools: VIRTUAL_TABLES })[id],
    load: (id) => ({ [VIRTUAL]: code, [VIRTUAL_TABLES]: NO_TABLES })[id],
    transform: (text, id) => {
      if (id.startsWith(path.dirname(CONTRACT))) return { code: withoutUnused(text), moduleSideEffects: false };
      // Loading the module has no side effects.
      return /[\\/]node_modules[\\/]typebox[\\/]/.test(id) ? { code: text, moduleSideEffects: false } : undefined;
    },
  };
}

/**
 * Rewrites the code so that unused schemas and the calls that create them can be dropped: it imports by name, and marks
 * calls as pure. It skips function declarations, because rolldown warns about such a comment there.
 */
function withoutUnused(text) {
  return text
    .replace(/^import Type(, \{\})? from/m, 'import * as Type from')
    .replace(
      /(?<![.#\w])(?:record|text|optional|list|oneOf|flag|digits|time|orNull|Type\.\w+|define[A-Z]\w+)\((?![^()]*\) \{)/g,
      '/* @__PURE__ */ $&',
    );
}
