// The contents of /docs, for Vite: the operations of the contract with their examples, and the documents. Each tag,
// each document and the search index is a module of its own, which a browser loads on demand.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { MENU } from '../../docs/menu.mjs';
import { filesUnder, root } from '../prepare.mjs';
import { markdownFiles } from './docs-markdown.mjs';
import { readPage, textOf } from './docs-pages.mjs';

const CONTRACT = path.join(root, 'packages', 'contract');
const SDK = path.join(root, 'packages', 'sdk', 'dist', 'client');

/** Returns the plugin. The contract and the SDK must be compiled. */
export async function docsContents() {
  const tags = await readTags();
  const contract = await import(pathToFileURL(path.join(CONTRACT, 'dist', 'index.js')).href);
  const { generalErrorRows, operationMarkdown } = contract;
  const operationTexts = tags
    .flatMap(({ operations }) => operations)
    .map((page) => ({ id: page.id, title: page.title, text: operationMarkdown(page) }));
  const menu = MENU.map(({ text, items, isForContributors = false }) => ({
    text,
    isForContributors,
    pages: pagesOf(items),
  })).filter(({ pages }) => pages.length > 0);
  const names = ['index', ...menu.flatMap(({ pages }) => pages.map(({ page }) => page))];
  const modules = {
    'docs-outline': () => outlineModule(tags, menu, generalErrorRows()),
    'docs-parts': () => partsModule(tags, names),
    'docs-search': () => `export default ${JSON.stringify(entriesOf(tags, names))};`,
    ...Object.fromEntries(tags.map((tag) => [`docs-tag/${tag.name}`, () => moduleOf(tag.operations)])),
    ...Object.fromEntries(names.map((name) => [`docs-page/${name}`, () => pageModule(readPage(name))])),
  };
  return {
    name: 'docs-contents',
    resolveId: (id) => (id.startsWith('virtual:') && modules[id.slice(8)] ? `\0${id}` : undefined),
    load: (id) => (id.startsWith('\0virtual:') ? modules[id.slice(9)]?.() : undefined),
    configureServer: serveContents,
    generateBundle() {
      for (const [fileName, source] of markdownFiles(menu, operationTexts))
        this.emitFile({ type: 'asset', fileName, source });
    },
  };
}

/** Serves `npm run docs`: answers with the page as a gateway would, and reloads it when a document changes. */
function serveContents(server) {
  const settings = { operatorPrefix: 'Gw', tokenPath: '/oauth2/token', callers: [] };
  server.middlewares.use('/docs/settings.json', (_request, response) => response.end(JSON.stringify(settings)));
  server.watcher.add(path.join(root, 'docs')).on('change', (file) => {
    if (!file.endsWith('.md')) return;
    server.moduleGraph.invalidateAll();
    server.ws.send({ type: 'full-reload' });
  });
}

async function readTags() {
  const { operationPages } = await import(pathToFileURL(path.join(CONTRACT, 'dist', 'index.js')).href);
  const folder = path.join(CONTRACT, 'examples');
  const files = filesUnder(folder).filter((file) => file.endsWith('.json'));
  const examples = files.map((file) => [
    path.relative(folder, file).replaceAll('\\', '/'),
    fs.readFileSync(file, 'utf8'),
  ]);
  const methods = await readMethods();
  return operationPages(new Map(examples)).map((tag) => ({
    ...tag,
    operations: tag.operations.map((page) => ({ ...page, sdk: methods.get(page.id) })),
  }));
}

/** The SDK call of each operation: `cards.create`, with the names of the ids that it takes first. */
async function readMethods() {
  const factories = {
    one: ({ id }, ...names) => ({ id, names }),
    paged: ({ id }, _key, ...names) => ({ id, names }),
  };
  const files = fs.readdirSync(SDK).filter((file) => file.endsWith('-resources.js'));
  const modules = await Promise.all(files.map((file) => import(pathToFileURL(path.join(SDK, file)).href)));
  const exported = modules.flatMap((module) => Object.entries(module)).filter(([name]) => name.startsWith('make'));
  return new Map(
    exported.flatMap(([name, make]) => {
      const group = name.replace(/^make(.)/, (_whole, first) => first.toLowerCase());
      return Object.entries(make(factories)).map(([method, { id, names }]) => [
        id,
        { method: `${group}.${method}`, names },
      ]);
    }),
  );
}

/** The pages of the menu, including nested entries. */
function pagesOf(items) {
  return items.flatMap(({ text, link, items: below = [] }) => [{ text, page: link.slice(1) }, ...pagesOf(below)]);
}

/** The groups of the menu for integrators, or those for contributors. */
function groupsOf(menu, forContributors) {
  return menu
    .filter(({ isForContributors }) => isForContributors === forContributors)
    .map(({ text, pages }) => ({ text, pages }));
}

/** Returns the module with the content of the page's frame. */
function outlineModule(tags, menu, generalErrors) {
  const outline = tags.map(({ operations, ...tag }) => ({
    ...tag,
    operations: operations.map(({ id, title, method }) => ({ id, title, method })),
  }));
  return `export const tags = ${JSON.stringify(outline)};
export const menu = ${JSON.stringify(groupsOf(menu, false))};
export const contributorMenu = ${JSON.stringify(groupsOf(menu, true))};
export const generalErrors = ${JSON.stringify(generalErrors)};`;
}

function partsModule(tags, names) {
  const loads = (kind, keys) =>
    `{ ${keys.map((key) => `${JSON.stringify(key)}: () => import('virtual:docs-${kind}/${key}')`).join(',\n')} }`;
  return `export const loadTag = ${loads(
    'tag',
    tags.map(({ name }) => name),
  )};
export const loadPage = ${loads('page', names)};`;
}

function moduleOf(value) {
  return `export default ${JSON.stringify(value)};`;
}

/** Returns a document as a module. Images become files of the build, and the page gets their addresses. */
function pageModule(page) {
  const imports = [];
  const text = JSON.stringify(page).replace(/"picture:([^"]+)"/g, (_whole, file) => {
    imports.push(`import picture${imports.length} from ${JSON.stringify(file)};`);
    return `picture${imports.length - 1}`;
  });
  return `${imports.join('\n')}\nexport default ${text};`;
}

/** The entries of the search: operations, their fields and codes, and every section of the documents. */
function entriesOf(tags, names) {
  const operations = tags.flatMap((tag) => tag.operations.flatMap((operation) => entriesOfOperation(operation)));
  const sections = names.flatMap((name) => sectionsOf(name, readPage(name)));
  return [...operations, ...codesOf(tags), ...sections];
}

/** Each error code once, with the operations that return it. */
function codesOf(tags) {
  const refusing = new Map();
  for (const { title, errors } of tags.flatMap(({ operations }) => operations)) {
    for (const { code, text } of errors) {
      refusing.set(code, { text, titles: [...(refusing.get(code)?.titles ?? []), title] });
    }
  }
  return [...refusing].map(([code, { text, titles }]) => ({
    kind: 'error',
    address: '/guide/errors',
    title: `${code} ${text}`,
    within: '',
    text: titles.join(', '),
  }));
}

function entriesOfOperation({ id, title, description, paths, request, answer }) {
  const address = `/operations/${id}`;
  const fields = new Map([...request, ...answer].flatMap(({ rows }) => rows.map((row) => [row.field, row.meaning])));
  return [
    { kind: 'operation', address, title, within: id, text: `${description} ${paths[0]}` },
    ...[...fields].map(([field, meaning]) => ({
      kind: 'field',
      // The anchor must equal the one that packages/console/src/docs/text/field-anchor.ts creates.
      address: `${address}#field-${field.replace(/\W+/g, '-').replace(/-$/, '')}`,
      title: field,
      within: title,
      text: meaning,
    })),
  ];
}

/** The text of each section. Programs and tables of fields have entries elsewhere. */
function sectionsOf(name, { title, tree }) {
  const sections = [];
  for (const node of tree) {
    const [tag, attributes] = node;
    if (/^h[1-3]$/.test(tag)) {
      const isTop = sections.length === 0;
      sections.push({
        kind: 'guide',
        address: isTop ? `/guide/${name}` : `/guide/${name}#${attributes.id}`,
        title: textOf(node),
        within: isTop ? '' : title,
        text: '',
      });
    } else if (tag !== 'pre' && !isOfContract(node) && sections.length > 0) {
      const section = sections.at(-1);
      if (section.text.length < MAX_TEXT) section.text += ` ${textOf(node)}`.replace(/\s+/g, ' ').slice(0, MAX_TEXT);
    }
  }
  return sections;
}

/** Whether a table is generated from the contract. The page of the operation contains it. */
function isOfContract(node) {
  return node[0] === 'table' && /^\s*(FieldRequired|Operation)/.test(textOf(node));
}

/** The number of characters of a section that the search covers. */
const MAX_TEXT = 500;
