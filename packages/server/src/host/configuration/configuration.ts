import { readFile } from 'node:fs/promises';
import { compile, isJsonObject, parseJson } from '@cardwright/contract';
import { findConfigurationProblems } from './check-configuration.ts';
import { Configuration } from './configuration-schema.ts';
import type { ConfigurationReach } from './partner-settings.ts';
import type { Settings } from './settings.ts';

/** The least restrictive limits, for callers that only read the file. */
const ANY_REACH: ConfigurationReach = { deadlineMs: 120_000, allowHttp: true, allowPrivateAddresses: true };

/** Returns the limits that the settings of a server set for its configuration. */
export function reachOf(settings: Settings): ConfigurationReach {
  const isSandbox = settings.CARDWRIGHT_MODE === 'sandbox';
  const deadlineMs = settings.CARDWRIGHT_AUTHORIZATION_DEADLINE_MS;
  return { deadlineMs, allowHttp: isSandbox, allowPrivateAddresses: isSandbox };
}

/** Reads and checks the file of CARDWRIGHT_CONFIG_FILE. Throws one error that lists every problem. */
export async function readConfiguration(path: string, reach = ANY_REACH): Promise<Configuration> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(`CARDWRIGHT_CONFIG_FILE: ${path} cannot be read (${error.code})`);
  });
  const parsed = parseJson(text);
  if (!parsed.ok || !isJsonObject(parsed.value)) throw new Error(`${path} is not a JSON object`);
  const { value, findings, warnings } = compile(Configuration)(parsed.value, '');
  const unknown = warnings.filter((warning) => warning.rule === 'unknown-field' && !warning.path.includes('jwks'));
  const problems = [
    ...findings.map((finding) => `${finding.path} ${finding.message}`),
    ...unknown.map((warning) => `${warning.path} is not a setting`),
  ];
  const wrong = problems.length > 0 ? problems : await findConfigurationProblems(value, reach);
  if (wrong.length > 0) throw new Error(`${path}: ${wrong.join('; ')}`);
  return value;
}
