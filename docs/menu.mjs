import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const DOCS = fileURLToPath(new URL('./', import.meta.url));

const START = pages('start', ['bank', 'network', 'acquirer', 'operator']);
const GUIDES = pages('guides', [
  'issue-a-card',
  'control-a-card',
  'from-nothing-to-a-program',
  'configuration-as-code',
  'why-declined',
  'promises',
  'prove-a-decision',
  'webhooks',
  'ask-your-own-system',
  'connect-your-switch',
  'board-a-merchant',
  'test-without-us',
  'connect-an-agent',
  'go-to-production',
  'migrate-from-a-mock',
]);
const INTERFACE = [
  ...pages('', ['interface']),
  ...pages('interface', [
    'requests',
    'callers',
    'people',
    'repeats',
    'clients',
    'accounts',
    'cards',
    'card-settings',
    'restrictions',
    'programs',
    'limits',
    'exceptions',
  ]),
  ...pages('interface', [
    'insurance',
    'authorization-message',
    'iso8583',
    'decision',
    'decision-views',
    'partner-decision',
    'authorization-events',
    'backtests',
    'rules',
    'promises',
    'conditions',
    'merchant-lists',
    'change-requests',
    'configuration',
    'tasks',
    'exports',
    'reservations',
    'tokens',
    'token-controls',
    'token-provisioning',
    'token-notification',
  ]),
  ...pages('interface', [
    'webhooks',
    'change-events',
    'merchant-onboarding',
    'merchant-amendments',
    'merchant-drafts',
    'merchant-review',
    'merchant-records',
    'onboarding-rules',
  ]),
  ...pages('interface', ['sandbox']),
  ...pages('', ['errors', 'interface-changes']),
];

/** The contents of /docs: every document, grouped by purpose. Documents for contributors are on a separate page. */
export const MENU = [
  { text: 'First five minutes', items: START },
  { text: 'Guides', items: GUIDES },
  { text: 'Reference', collapsed: false, items: INTERFACE },
  { text: 'Tools', items: pages('', ['console', 'sdk', 'cli', 'conformance', 'embossing']) },
  { text: 'SDK reference', collapsed: true, items: sdkReference() },
  {
    text: 'Operations',
    items: [
      ...pages('', ['operating']),
      ...pages('operate', ['first-day', 'release', 'deploy', 'settings', 'production', 'limits']),
      ...pages('operate', [
        'banks',
        'acquirers',
        'networks',
        'sign-in',
        'tls',
        'in-front',
        'docs-and-metrics',
        'webhooks',
        'event-feed',
        'keys',
      ]),
      ...pages('operate', ['database', 'failover']),
      ...pages('', ['patroni']),
      ...pages('operate', ['commands', 'doctor', 'sizes', 'scale-out', 'watching', 'logs', 'backup', 'upgrade']),
      ...pages('', ['performance', 'reliability', 'audit']),
    ],
  },
  { text: 'Runbook for alerts', collapsed: true, items: pages('operate/runbook', namesIn('operate/runbook')) },
  { text: 'About', items: pages('', ['comparison', 'glossary', 'changelog']) },
  { text: 'Internals', isForContributors: true, items: pages('', ['architecture', 'style']) },
  {
    text: 'Decision records',
    isForContributors: true,
    collapsed: true,
    items: pages('decisions', namesIn('decisions')),
  },
].filter(({ items }) => items.length > 0);

/** Returns the existing pages, each with its own title. */
function pages(folder, names) {
  return names
    .map((name) => path.posix.join(folder, name))
    .filter((page) => fs.existsSync(path.join(DOCS, `${page}.md`)))
    .map((page) => ({ text: titleOf(page), link: `/${page}` }));
}

function titleOf(page) {
  const [, title] = /^# (.+)$/m.exec(fs.readFileSync(path.join(DOCS, `${page}.md`), 'utf8')) ?? [];
  if (title === undefined) throw new Error(`docs/${page}.md has no title`);
  return title;
}

function namesIn(folder) {
  const files = fs.readdirSync(path.join(DOCS, folder)).filter((name) => name.endsWith('.md'));
  return files.map((name) => name.slice(0, -'.md'.length)).sort();
}

/** Returns the pages that TypeDoc wrote in `npm run docs:build`: one for each entry point, with its classes below it. */
function sdkReference() {
  const folder = 'sdk-reference';
  const entries = {
    index: '@cardwright/sdk',
    webhooks: '@cardwright/sdk/webhooks',
    browser: '@cardwright/sdk/browser',
  };
  return Object.entries(entries)
    .filter(([entry]) => fs.existsSync(path.join(DOCS, folder, entry)))
    .map(([entry, text]) => ({
      text,
      link: `/${folder}/${entry}/index`,
      collapsed: true,
      items: ['classes', 'interfaces', 'functions'].flatMap((kind) => {
        const within = `${folder}/${entry}/${kind}`;
        const names = fs.existsSync(path.join(DOCS, within)) ? namesIn(within) : [];
        return names.map((name) => ({ text: name, link: `/${within}/${name}` }));
      }),
    }));
}
