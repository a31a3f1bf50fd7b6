// `npm run check:advisories`: checks whether the registry lists a vulnerability of a library in a release. Many mirrors
// have no list of vulnerabilities; the command reports when the registry does not answer.
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { root } from './prepare.mjs';

const USAGE = `npm run check:advisories -- [options]
  --required       fail also if the registry does not respond
  --registry URL   a registry other than that of npm's settings
  --accept ID      an advisory that was reviewed and does not apply; can be repeated`;

/** Advisories of lower severity are reported, but do not stop a release. */
const STOPPING = new Set(['high', 'critical']);
const [FOUND, UNANSWERED] = [1, 2];

const flags = readFlags();
const registry = flags.registry === undefined ? [] : [`--registry=${flags.registry}`];
// Without these options, npm would retry for minutes if the registry does not answer.
const patience = ['--fetch-retries=0', '--fetch-timeout=20000'];
const audit = spawnSync('npm', ['audit', '--omit=dev', '--json', ...patience, ...registry], {
  cwd: root,
  encoding: 'utf8',
});
const answer = readAnswer(audit.stdout);
if (answer?.vulnerabilities === undefined) {
  const reason = answer?.message ?? answer?.error?.summary ?? audit.error?.message ?? 'npm cannot read the response';
  console.log(`Not checked: the registry did not return a list of known vulnerabilities (${reason}).`);
  process.exit(flags.required ? UNANSWERED : 0);
}
const advisories = Object.values(answer.vulnerabilities).flatMap(({ via }) =>
  via.filter((each) => typeof each === 'object'),
);
const known = [...new Map(advisories.map((each) => [idOf(each), each])).values()];
const open = known.filter((each) => !flags.accept.includes(idOf(each)));
for (const each of known) {
  const accepted = open.includes(each) ? '' : ', accepted';
  console.log(`${each.severity}: ${each.name} ${each.range}: ${each.title} (${idOf(each)}${accepted})`);
}
const stopping = open.filter(({ severity }) => STOPPING.has(severity));
console.log(
  `${answer.metadata.dependencies.prod} libraries checked: ${known.length} known vulnerabilities, ${stopping.length} of them stop a release`,
);
process.exit(stopping.length === 0 ? 0 : FOUND);

/** Returns the id `GHSA-...` at the end of the advisory's address. */
function idOf({ url, source }) {
  return url?.split('/').at(-1) ?? String(source);
}

function readAnswer(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readFlags() {
  try {
    const { values } = parseArgs({
      options: {
        required: { type: 'boolean', default: false },
        registry: { type: 'string' },
        accept: { type: 'string', multiple: true, default: [] },
      },
    });
    return values;
  } catch (error) {
    console.error(`${error.message}\n${USAGE}`);
    process.exit(FOUND);
  }
}
