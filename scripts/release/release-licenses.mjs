// The licenses of the libraries in a release. An unreviewed license stops the release.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Failure } from '../prepare.mjs';

/**
 * Reviewed licenses. Each permits redistribution with software under another license, if the library is unchanged and
 * named.
 */
const KNOWN = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  // Covers openpgp, which is unchanged, and replaceable because it is a separate package.
  'LGPL-3.0+',
  'MIT',
  'MIT/X11',
  // Covers the fonts of the console.
  'OFL-1.1',
  'PostgreSQL',
  'Unlicense',
]);

export function readLicenses(tree) {
  const packages = installedPackages(path.join(tree, 'node_modules')).sort((one, other) =>
    one.id.localeCompare(other.id, 'en'),
  );
  const unknown = packages.filter(({ licenseType }) => !isKnown(licenseType));
  if (unknown.length > 0) {
    const list = unknown.map(({ id, licenseType }) => `${id}: ${licenseType ?? 'none'}`);
    throw new Failure(`Licenses that are missing in scripts/release/release-licenses.mjs:\n${list.join('\n')}`);
  }
  const rows = packages.map(({ id, licenseType }) => `| ${id} | ${licenseType} |`);
  const texts = packages.flatMap(({ id, text }) => (text === undefined ? [] : [`## ${id}\n\n${text.trim()}\n`]));
  const page = [
    '# Licenses of the packages in this release',
    '',
    '| Package | License |',
    '|---|---|',
    ...rows,
    '',
    ...texts,
  ];
  return { components: packages.length, page: `${page.join('\n')}\n` };
}

/** Returns whether a license is known. If there is a choice of several, one known license is enough. */
function isKnown(licenseType = '') {
  const choices = licenseType.replaceAll(/[()]/g, '').split(/ or /i);
  return choices.some((one) => KNOWN.has(one));
}

function installedPackages(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    // Symbolic links point to packages of this repository.
    if (!entry.isDirectory() || entry.name.startsWith('.')) return [];
    const place = path.join(folder, entry.name);
    if (entry.name.startsWith('@')) return installedPackages(place);
    return [readPackage(place), ...installedPackages(path.join(place, 'node_modules'))];
  });
}

function readPackage(place) {
  const { name, version, license, licenses } = JSON.parse(readFileSync(path.join(place, 'package.json'), 'utf8'));
  const licenseType = license?.type ?? license ?? licenses?.map(({ type }) => type).join(' or ');
  const file = readdirSync(place).find((each) => /^(?:licen[cs]e|copying)(?:[.-].*)?$/i.test(each));
  return { id: `${name} ${version}`, licenseType, text: file && readFileSync(path.join(place, file), 'utf8') };
}
