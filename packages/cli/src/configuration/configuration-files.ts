import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  CONFIGURATION_SECTIONS,
  type ConfigurationFile,
  configurationFileSchema,
  findSectionProblems,
  SECRET_VARIABLE,
} from '@cardwright/contract';
import { parseDocument, stringify } from 'yaml';
import { UsageError } from '../output/usage-error.ts';

const SCHEMA_FILE = 'configuration.schema.json';
const SCHEMA_LINE = `# yaml-language-server: $schema=../${SCHEMA_FILE}\n`;
const SECTIONS: readonly string[] = CONFIGURATION_SECTIONS;
/** The sections that are objects. All other sections are lists. */
const MAPS: readonly string[] = ['onboarding_rules', 'deployment'];

/**
 * Reads the YAML files of the folder of a bank or an acquirer as one configuration. Lists of the same section are
 * joined. All faults of the files are reported together. Secrets remain the names of their variables until {@link
 * withSecrets} replaces them.
 */
export async function readConfigurationFiles(folder: string): Promise<ConfigurationFile> {
  const names = await readdir(folder).catch(() => {
    throw new UsageError(`folder ${folder} not found. To create it, run: cardwright pull`);
  });
  const sections: Record<string, unknown> = {};
  const wrong: string[] = [];
  for (const name of names.filter((each) => /\.ya?ml$/.test(each)).sort()) {
    const document = parseDocument(await readFile(join(folder, name), 'utf8'), { merge: true });
    wrong.push(...document.errors.map(({ message }) => `${name}: ${message}`));
    if (document.errors.length > 0) continue;
    const content = (document.toJS({ maxAliasCount: 10_000 }) ?? {}) as Record<string, unknown>;
    wrong.push(...addSections(sections, content).map((fault) => `${name}: ${fault}`));
  }
  if (sections.deployment !== undefined) wrong.push(...findSectionProblems(sections.deployment));
  if (wrong.length > 0) throw new UsageError(wrong.join('\n'));
  return sections as ConfigurationFile;
}

function addSections(sections: Record<string, unknown>, content: Record<string, unknown>): string[] {
  if (typeof content !== 'object' || Array.isArray(content)) return ['the content must be a map of sections'];
  return Object.entries(content).flatMap(([section, value]) => {
    if (!SECTIONS.includes(section)) return [`${section} is not a section. The sections are ${SECTIONS.join(', ')}`];
    const earlier = sections[section];
    if (MAPS.includes(section)) sections[section] = { ...(earlier as object), ...(value as object) };
    else if (!Array.isArray(value)) return [`${section} must be a list`];
    else sections[section] = [...((earlier as unknown[]) ?? []), ...value];
    return [];
  });
}

/**
 * Replaces a client_secret of the form `${NAME}` with the value of that environment variable. Refuses a literal secret.
 */
export function withSecrets(file: ConfigurationFile): ConfigurationFile {
  const { webhook_endpoints: endpoints } = file;
  if (endpoints === undefined) return file;
  const filled = endpoints.map((endpoint) => {
    const text = endpoint?.oauth?.client_secret;
    if (text === undefined || endpoint.oauth === undefined) return endpoint;
    const [, name] = SECRET_VARIABLE.exec(text) ?? [];
    const what = `the client_secret of ${endpoint.url}`;
    if (name === undefined)
      throw new UsageError(`${what} must be the name of a variable of the environment, such as \${HOOK_SECRET}`);
    const secret = process.env[name];
    if (secret === undefined) throw new UsageError(`${what} needs the variable ${name}`);
    return { ...endpoint, oauth: { ...endpoint.oauth, client_secret: secret } };
  });
  return { ...file, webhook_endpoints: filled };
}

/** Writes one file for each section, and the schema for editors next to the folder. Returns the paths. */
export async function writeConfigurationFiles(root: string, owner: string, file: ConfigurationFile): Promise<string[]> {
  await mkdir(join(root, owner), { recursive: true });
  const schema = join(root, SCHEMA_FILE);
  await writeFile(schema, `${JSON.stringify(configurationFileSchema(), null, 2)}\n`);
  const paths = [schema];
  for (const [section, content] of Object.entries(file)) {
    const path = join(root, owner, `${section}.yaml`);
    await writeFile(path, SCHEMA_LINE + stringify({ [section]: content }, { lineWidth: 0 }));
    paths.push(path);
  }
  return paths;
}
