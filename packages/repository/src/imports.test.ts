import { describe, expect, it } from 'vitest';
import { isPure } from './pure-files.ts';
import {
  areaOf,
  CLI,
  CONSOLE,
  CONTRACT,
  EMBEDDED_POSTGRES,
  folderOfArea,
  ISO8583,
  isAmong,
  isForTests,
  isTest,
  SDK,
  SERVER,
  shortName,
  source,
  sourcesUnder,
  VERIFIER,
} from './source-tree.ts';

/** The shared layers, lowest first: a folder may import the layers before its own, and the folders of its own layer. */
const SHARED_LAYERS = [['kernel'], ['storage'], ['vault', 'audit'], ['access'], ['operation']];
/** Sends messages of any capability to endpoints. It imports no capability. */
const OUTBOX = 'outbox';
/** Stores changes that wait for a second person. It runs the operations of any capability, which are passed in. */
const CHANGE_REQUESTS = 'change-requests';
/** Writes files with every entry of a list. It runs the operations of lists, which are passed in. */
const EXPORTS = 'exports';
/** Lists the tasks of people. The tasks of each capability are passed in. */
const TASKS = 'tasks';
/**
 * Stores the notifications that a bank receives, as the counterpart of the outbox. It imports neither a capability nor
 * the outbox.
 */
const RECEIVER = 'receiver';
/** Contains an acquirer's merchants. They and the capabilities of banks never import each other. */
const MERCHANTS = 'acquiring';
const CAPABILITIES = [
  'banks',
  'merchant-lists',
  'rules',
  'clients',
  'accounts',
  'cards',
  'restrictions',
  'card-settings',
  'limits',
  'programs',
  'insurance',
  'tokens',
  'authorization',
  'iso8583',
  'backtests',
  'embossing',
  'bank-configuration',
];
/** Signs people in, on separate routes. The folder imports the shared layers and the surfaces, but no capability. */
const PEOPLE = 'people';
/** Serves HTTP. It imports the shared layers, but no capability: implementations of operations are passed in. */
const SURFACE = 'http';
/**
 * The folders that assemble the server, lowest first. Each may import everything above and the lines before its own.
 */
const UPPER = [
  ['configuration', 'keys'],
  ['sandbox', 'workers'],
  ['production'],
  ['assembly'],
  ['doctor'],
  ['entry-points.ts', 'main.ts'],
];
/** Imports the whole server, and is not shipped. */
const SEES_EVERYTHING = ['testing/'];
/** Nested folders, lowest first. A file next to them imports none of them, except index.ts and the operations. */
const INSIDE: Record<string, readonly string[]> = {
  acquiring: [
    ...['acquirers', 'rules', 'records', 'drafts', 'deny-list', 'screening', 'onboarding', 'amendments', 'review'],
  ],
  authorization: [
    'decision',
    'message',
    'partner',
    'records',
    'statistics',
    'events',
    'reservations',
    'batch',
    'lanes',
    'index',
    'history',
    'explain',
    'analysis',
    'proofs',
    'views',
  ],
  iso8583: ['mapping', 'answers', 'reports', 'peers'],
  outbox: ['endpoints', 'messages', 'feed', 'delivery'],
};
/** The settings import only the types of what they configure. */
const TYPES_ONLY = ['host/configuration/settings.ts'];

/** Imports that bypass another folder's index.ts, each with its reason. */
const PAST_AN_INDEX: string[] = [];

/**
 * The folders of the console, lowest first, and the order inside `parts` and `docs`. Files at the top are listed by
 * name.
 */
const CONSOLE_ORDER: Record<string, readonly string[]> = {
  '': [
    ...['trusted-type-policy.ts', 'search-params.ts', 'theme', 'words', 'session', 'parts', 'docs'],
    ...['search', 'screens', 'frame', 'sign-in', 'routes', 'console.tsx', 'main.tsx'],
  ],
  parts: [
    ...[
      'hint',
      'palette',
      'merchant',
      'value',
      'page',
      'filter',
      'table',
      'card',
      'event',
      'rule',
      'decision',
      'export',
      'chart',
      'provisioning',
      'time-line',
      'condition',
      'custom-limits',
    ],
    ...['bank-run', 'issuing'],
  ],
  docs: ['text', 'example', 'pages', 'frame', 'main.tsx'],
};

const serverSources = sourcesUnder(SERVER).filter(({ path }) => !isForTests(path));

function allowedAreas(area: string): string[] {
  const shared = SHARED_LAYERS.flat();
  const upper = UPPER.findIndex((folders) => folders.includes(area));
  if (upper >= 0) {
    const below = [
      ...shared,
      OUTBOX,
      CHANGE_REQUESTS,
      EXPORTS,
      TASKS,
      RECEIVER,
      SURFACE,
      PEOPLE,
      MERCHANTS,
      ...CAPABILITIES,
    ];
    return [...below, ...UPPER.slice(0, upper).flat(), area];
  }
  if (area === SURFACE) return [...shared, SURFACE];
  if (area === PEOPLE) return [...shared, SURFACE, PEOPLE];
  if (area === OUTBOX || area === RECEIVER || area === TASKS) return [...shared, area];
  if (area === CHANGE_REQUESTS || area === EXPORTS) return [...shared, OUTBOX, area];
  if (area === MERCHANTS) return [...shared, OUTBOX, MERCHANTS];
  const capability = CAPABILITIES.indexOf(area);
  if (capability >= 0) return [...shared, OUTBOX, CHANGE_REQUESTS, ...CAPABILITIES.slice(0, capability + 1)];
  const layer = SHARED_LAYERS.findIndex((folders) => folders.includes(area));
  return layer < 0 ? [] : [...SHARED_LAYERS.slice(0, layer).flat(), area];
}

/** Returns the imports of the selected commands from other folders. */
function outsideOf(isIncluded: (path: string) => boolean): string[] {
  return sourcesUnder(CLI)
    .filter(({ path }) => !isForTests(path) && isIncluded(path))
    .flatMap(({ imports }) => imports.filter(({ file }) => file === undefined || !file.startsWith(CLI)))
    .map(({ specifier }) => specifier);
}

describe('imports between packages and folders', () => {
  it('let every folder of the server use only lower folders', () => {
    const wrong = serverSources
      .filter(({ path }) => !isAmong(SEES_EVERYTHING, path) && !isAmong(TYPES_ONLY, path))
      .flatMap(({ path, imports }) =>
        imports
          .filter(({ file }) => file !== undefined && !allowedAreas(placeOf(path)).includes(placeOf(file)))
          .map(({ file }) => `${shortName(path)} -> ${shortName(file!)}`),
      );
    const advice = 'Move it up or down, or hand it over as an argument: docs/architecture.md says who may see whom';
    expect(wrong, advice).toEqual([]);
  });

  it('cover every folder of the server', () => {
    const folders = new Set(serverSources.map(({ path }) => placeOf(path)));
    const known = [
      ...SHARED_LAYERS.flat(),
      OUTBOX,
      CHANGE_REQUESTS,
      EXPORTS,
      TASKS,
      RECEIVER,
      MERCHANTS,
      ...CAPABILITIES,
      SURFACE,
      PEOPLE,
      ...UPPER.flat(),
      ...SEES_EVERYTHING.map((entry) => entry.replace('/', '')),
    ];
    const unknown = [...folders].filter((folder) => !known.includes(folder));
    expect(unknown, 'Give it its place in the lists at the top of this file, and in docs/architecture.md').toEqual([]);
  });

  it.each(Object.entries(INSIDE))('let each folder of %s use only lower folders', (area, order) => {
    const below = folderOfArea(area).length + 1;
    const rank = (path: string): number => {
      const [first = '', ...rest] = path.slice(below).split('/');
      if (rest.length > 0) return order.indexOf(first);
      return isFront(first) ? order.length : -1;
    };
    const inside = serverSources.filter(({ path }) => areaOf(path) === area);
    const folders = inside.flatMap(({ path }) => path.slice(below).split('/').slice(0, -1).slice(0, 1));
    expect([...new Set(folders)].sort(), 'Update INSIDE at the top of this file').toEqual([...order].sort());
    const wrong = inside.flatMap(({ path, imports }) =>
      imports
        .filter(({ file }) => file !== undefined && areaOf(file) === area && rank(file) > rank(path))
        .map(({ file }) => `${shortName(path)} -> ${shortName(file!)}`),
    );
    const advice = `From the ground up: ${order.join(', ')}. Move what both need into the lower one, or hand it over as an argument`;
    expect(wrong, advice).toEqual([]);
  });

  it.each(Object.entries(CONSOLE_ORDER))('let each folder of console/%s use only lower folders', (area, order) => {
    const folder = area === '' ? CONSOLE : `${CONSOLE}/${area}`;
    const placeIn = (path: string) => path.slice(folder.length + 1).split('/')[0] ?? '';
    const inside = sourcesUnder(folder).filter(({ path }) => !isTest(path));
    const places = new Set(inside.map(({ path }) => placeIn(path)));
    expect([...places].sort(), 'Update CONSOLE_ORDER at the top of this file').toEqual([...order].sort());
    const rank = (path: string) => order.indexOf(placeIn(path));
    const wrong = inside.flatMap(({ path, imports }) =>
      imports
        .filter(({ file }) => file?.startsWith(`${folder}/`) && rank(file) > rank(path))
        .map(({ file }) => `${shortName(path)} -> ${shortName(file!)}`),
    );
    expect(wrong, `From the ground up: ${order.join(', ')}. Move what both need into the lower one`).toEqual([]);
  });

  it('let the settings import types only', () => {
    const imports = source(`${SERVER}/host/configuration/settings.ts`).imports.filter(({ file }) => file !== undefined);
    expect(
      imports.filter(({ typeOnly }) => !typeOnly),
      'Write `import type`, or move the value into configuration/',
    ).toEqual([]);
  });

  it('go through the index.ts of a folder if it has one', () => {
    const past = serverSources.flatMap(({ path, imports }) =>
      imports
        .filter(({ file }) => file !== undefined && passesAnIndex(path, file))
        .filter(({ file }) => !(isPure(path) && isPure(file!)))
        .map(({ file }) => `${shortName(path)} -> ${shortName(file!)}`),
    );
    expect(past, 'Import from the index.ts of the folder; export it there if others may use it').toEqual(PAST_AN_INDEX);
  });

  it('keep test code out of shipped code', () => {
    const others = [CLI, CONTRACT, EMBEDDED_POSTGRES, ISO8583, SDK, VERIFIER]
      .flatMap(sourcesUnder)
      .filter(({ path }) => !isForTests(path));
    const wrong = [...serverSources, ...others].flatMap(({ path, imports }) =>
      imports
        .filter(({ file, specifier }) => specifier.startsWith('vitest') || (file !== undefined && isForTests(file)))
        .map(({ specifier }) => `${shortName(path)} -> ${specifier}`),
    );
    expect(wrong, 'Move what is shipped out of testing/, or its user into it').toEqual([]);
  });

  it('let the conformance runner use the contract, the SDK and the caller, and nothing of the server', () => {
    const folder = `${CLI}/conformance`;
    // The conformance runner may use profiles, exit codes, and the address of a sandbox.
    const shared = new RegExp(`^${CLI}/(connection|output|sandbox/sandbox-url)\\b`);
    const outside = sourcesUnder(folder)
      .filter(({ path }) => !isForTests(path))
      .flatMap(({ path, imports }) =>
        imports
          .filter(
            ({ file, specifier }) =>
              specifier === '@cardwright/server' || (file && !file.startsWith(folder) && !shared.test(file)),
          )
          .map(({ specifier }) => `${shortName(path)} -> ${specifier}`),
      );
    expect(outside, 'It holds other implementations too: what it needs belongs into the contract').toEqual([]);
  });

  it('let the contract use no Node, HTTP or SQL, and no other package', () => {
    const outside = sourcesUnder(CONTRACT)
      .filter(({ path }) => !isForTests(path))
      .flatMap(({ imports }) => imports.filter(({ file }) => file === undefined || !file.startsWith(CONTRACT)))
      .map(({ specifier }) => specifier);
    // ibantools contains only tables and a checksum. With it, a wrong account number is detected wherever the contract
    // is used.
    expect([...new Set(outside)].sort(), 'Hand it in as an argument').toEqual([
      'ibantools',
      'lossless-json',
      'typebox',
    ]);
  });

  it('let the SDK use the contract and Node, and nothing of the server', () => {
    const outside = sourcesUnder(SDK)
      .filter(({ path }) => !isForTests(path))
      .flatMap(({ imports }) => imports.filter(({ file }) => file === undefined || !file.startsWith(SDK)))
      .map(({ specifier }) => specifier.replace(/^node:.*/, 'node:'));
    expect([...new Set(outside)].sort(), 'Hand it in as an argument').toEqual(['@cardwright/contract', 'node:']);
  });

  it('let the embedded PostgreSQL use Node and its own binaries, and no other package of Cardwright', () => {
    const outside = sourcesUnder(EMBEDDED_POSTGRES)
      .filter(({ path }) => !isForTests(path))
      .flatMap(({ imports }) => imports.filter(({ file }) => file === undefined || !file.startsWith(EMBEDDED_POSTGRES)))
      .map(({ specifier }) => specifier.replace(/^node:.*/, 'node:'));
    expect([...new Set(outside)].sort(), 'Hand it in as an argument').toEqual(['node:', 'pg']);
  });

  it('let the codec of ISO 8583 use TypeBox, and no package of Cardwright', () => {
    const outside = sourcesUnder(ISO8583)
      .filter(({ path }) => !isForTests(path))
      .flatMap(({ imports }) => imports.filter(({ file }) => file === undefined || !file.startsWith(ISO8583)))
      .map(({ specifier }) => specifier);
    expect([...new Set(outside)].sort(), 'Hand it in as an argument').toEqual(['typebox', 'typebox/value']);
  });

  it('let the commands use the contract, the SDK, the codec of ISO 8583, the verifier and the entry points of the server, and no other package of Cardwright', () => {
    const named = outsideOf(() => true);
    const own = named.filter((name) => name.startsWith('.') || name.startsWith('@cardwright/'));
    expect([...new Set(own)].sort()).toEqual([
      '@cardwright/contract',
      '@cardwright/iso8583',
      '@cardwright/sdk',
      '@cardwright/server',
      '@cardwright/verifier',
    ]);
  });

  it('let the verifier use the contract, Node and the pure engine, and nothing else of the server', () => {
    const outside = sourcesUnder(VERIFIER)
      .filter(({ path }) => !isForTests(path))
      .flatMap(({ imports }) => imports.filter(({ file }) => file === undefined || !file.startsWith(VERIFIER)))
      .map(({ specifier }) => specifier.replace(/^node:.*/, 'node:'));
    expect([...new Set(outside)].sort(), 'Hand it in as an argument').toEqual([
      '../engines/12.js',
      '@cardwright/contract',
      '@cardwright/server/internal/issuing/authorization/decision/recompute',
      '@cardwright/server/internal/issuing/authorization/decision/rules/index',
      'node:',
    ]);
  });

  it('let the commands for integrators use nothing of the server', () => {
    const ofOperators = (path: string) => !path.slice(CLI.length + 1).includes('/');
    expect(outsideOf((path) => !ofOperators(path))).not.toContain('@cardwright/server');
  });
});

/** Whether a file is the public part of its folder. */
function isFront(name: string): boolean {
  return name === 'index.ts' || name.endsWith('-operations.ts');
}

/** The folder of a server file below src, or the name of a file at the top. */
function placeOf(path: string): string {
  return areaOf(path) || path.slice(SERVER.length + 1);
}

function passesAnIndex(from: string, to: string): boolean {
  const area = areaOf(to);
  if (area === areaOf(from) || area === '' || to.endsWith('/index.ts')) return false;
  const index = `${folderOfArea(area)}/index.ts`;
  return serverSources.some(({ path }) => path === index);
}

describe('capabilities', () => {
  const capabilities = [...CAPABILITIES, MERCHANTS, OUTBOX, RECEIVER];
  const sources = serverSources.filter(({ path }) => capabilities.includes(areaOf(path)));

  it('let only the runner open transactions and write the audit log', () => {
    const wrong = sources
      .filter(({ text }) => /\.transaction[(<]|\bwriteAudits?\b/.test(text))
      .map(({ path }) => shortName(path))
      // This file reads with cursors, and rolls back.
      .filter((name) => name !== 'issuing/backtests/carry-out.ts');
    expect(wrong, 'Use runWork of operation/, and the `audit` that it hands over').toEqual([]);
  });
});
