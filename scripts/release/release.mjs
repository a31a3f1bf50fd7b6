// `npm run release` creates all files of a release in one folder. docs/operate/release.md lists them.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readExamples } from '../documents/read-examples.mjs';
import { exitOn, Failure, prepare, root } from '../prepare.mjs';
import { checksums, signText } from './release-signature.mjs';

const USAGE = `npm run release -- --sign-key FILE [options]
  --sign-key FILE   a private key in PEM, Ed25519 or RSA, that signs the checksums
  --out DIR         folder of the release, empty or absent (release)
  --with-database   includes the embedded PostgreSQL, so that the release also starts the sandbox
  --with-image      also makes the image for containers, with podman or buildah
  --image-base NAME the base of the image (the one in Dockerfile)`;

const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const flags = readFlags();
try {
  signText('', flags.key);
  mkdirSync(flags.out, { recursive: true });
  if (readdirSync(flags.out).length > 0) throw new Failure(`${flags.out} is not empty`);
  await prepare();
  const comparison = script('release/compare-release.mjs');
  const withoutDatabase = flags.withDatabase ? [] : ['--without-database'];
  script('release/build-release.mjs', '--out', flags.out, '--sign-key', flags.key, ...withoutDatabase);
  if (flags.withImage) makeImage();
  script('pack-sdk.mjs');
  take(`packages/sdk/dist/cardwright-sdk-${version}.tgz`);
  await writeInterface();
  pack(`cardwright-docs-${version}.tar.gz`, 'docs', 'README.md', 'CHANGELOG.md');
  pack(`cardwright-chart-${version}.tgz`, '-C', 'deploy/helm', 'cardwright');
  write('RELEASE-NOTES.md', `${changesOf(version)}\n${headingsBelow(comparison)}`);
  const sums = checksums(flags.out);
  write('SHA256SUMS', sums);
  write('SHA256SUMS.sig', signText(sums, flags.key));
  console.log(readdirSync(flags.out).sort().join('\n'));
} catch (error) {
  exitOn(error);
}

function readFlags() {
  try {
    const { values } = parseArgs({
      options: {
        out: { type: 'string', default: 'release' },
        'sign-key': { type: 'string' },
        'with-database': { type: 'boolean', default: false },
        'with-image': { type: 'boolean', default: false },
        'image-base': { type: 'string' },
      },
    });
    if (values['sign-key'] === undefined) throw new Failure('A release needs a key: --sign-key FILE');
    return {
      out: path.resolve(values.out),
      key: path.resolve(values['sign-key']),
      withDatabase: values['with-database'],
      withImage: values['with-image'],
      imageBase: values['image-base'],
    };
  } catch (error) {
    console.error(`${error.message}\n${USAGE}`);
    process.exit(1);
  }
}

/** Runs another script and returns its output. Its errors are printed unchanged. */
function script(name, ...args) {
  try {
    const options = { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] };
    return execFileSync(process.execPath, [path.join(root, 'scripts', name), ...args], options);
  } catch (error) {
    console.error(error.stdout);
    throw new Failure(`${name} failed`);
  }
}

/** The image as an OCI archive, and its bill of materials. */
function makeImage() {
  const tarball = readdirSync(flags.out).find((name) => name.endsWith('.tar.gz'));
  const base = flags.imageBase === undefined ? [] : ['--base', flags.imageBase];
  const inOut = (name) => path.join(flags.out, name);
  const image = inOut(`cardwright-image-${version}`);
  script(
    'release/build-image.mjs',
    '--tarball',
    inOut(tarball),
    '--out',
    `${image}.tar`,
    '--sbom',
    `${image}.cdx.json`,
    ...base,
  );
}

/** The OpenAPI documents and the Postman collection, as a gateway with the prefix `Gw` serves them. */
async function writeInterface() {
  const { OPENAPI_DOCUMENTS, writeOpenApi, writePostman } = await import('../../packages/contract/dist/index.js');
  const examples = readExamples();
  for (const [document, { servedAt }] of Object.entries(OPENAPI_DOCUMENTS)) {
    const name = `cardwright-${path.basename(servedAt, '.json')}-${version}.json`;
    write(name, `${JSON.stringify(writeOpenApi('Gw', { document, examples }), null, 1)}\n`);
  }
  write(`cardwright-postman-${version}.json`, `${JSON.stringify(writePostman('Gw', examples), null, 1)}\n`);
}

/** Returns the section of a version in CHANGELOG.md, or the section of unreleased changes. */
function changesOf(version) {
  const sections = readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8').split(/^(?=## )/m);
  const section =
    sections.find((each) => each.startsWith(`## [${version}]`)) ??
    sections.find((each) => each.startsWith('## [Unreleased]'));
  if (section === undefined) throw new Failure(`CHANGELOG.md has no section of ${version}`);
  return section.replace(/^## .*/, `# Cardwright ${version}`).replaceAll(/^###? /gm, '## ');
}

/** Returns the comparison as sections below one heading, without the output that the script printed before it. */
function headingsBelow(comparison) {
  const text = comparison.slice(comparison.indexOf('## '));
  return `## Interface, compared with the last release\n\n${text.replaceAll(/^## /gm, '### ')}`;
}

function take(file) {
  cpSync(path.join(root, file), path.join(flags.out, path.basename(file)));
}

function pack(name, ...files) {
  execFileSync('tar', ['-czf', path.join(flags.out, name), ...files], { cwd: root });
}

function write(name, content) {
  writeFileSync(path.join(flags.out, name), content);
}
