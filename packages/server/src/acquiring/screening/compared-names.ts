import { isJsonObject, type JsonObject, type JsonValue } from '@cardwright/contract';
import { readStoredJson } from '../../platform/kernel/stored-json.ts';
import type { ComparedName } from './screen.ts';

/** The parts of a merchant that contain names. */
export interface NameSource {
  readonly merchantName: string;
  readonly legalName: string;
  readonly addresses: JsonValue | undefined;
  readonly schemes: JsonValue | null;
  /** The services as sent. The other parts contain all names to which an organization can resolve otherwise. */
  readonly services: JsonValue | null;
  /** Record of the merchant's chain, as JSON text. */
  readonly chain: string | null;
}

/** Returns every name of a merchant. Leaves out names of banks, because they are not the merchant's own. */
export function comparedNames({
  merchantName,
  legalName,
  addresses,
  schemes,
  services,
  chain,
}: NameSource): readonly ComparedName[] {
  return [
    { path: 'merchantName', name: merchantName },
    { path: 'legalName', name: legalName },
    ...namesOfChain(chain),
    ...objectsOf(schemes).flatMap(({ entry: { schemeOverrideValue: value }, index }) =>
      isJsonObject(value)
        ? fromParts(`configurations.acceptedCardSchemes[${index}].schemeOverrideValue.dbaName`, value.dbaName)
        : [],
    ),
    ...objectsOf(addresses ?? null).flatMap(({ entry, index }) =>
      fromParts(`addresses[${index}].name`, entry.name, entry.lastName),
    ),
    ...objectsOf(services).flatMap(({ entry, index }) => namesOfService(entry, `services[${index}]`)),
  ];
}

function namesOfChain(chain: string | null): ComparedName[] {
  if (chain === null) return [];
  const { chainId, chainName, organizationName } = readStoredJson(chain);
  const names = [...fromParts('chain.chainName', chainName), ...fromParts('chain.organizationName', organizationName)];
  return names.map((name) => ({ ...name, of: String(chainId) }));
}

function namesOfService({ organizationName, firstName, lastName, user }: JsonObject, path: string): ComparedName[] {
  return [
    ...fromParts(`${path}.organizationName`, organizationName),
    ...fromParts(`${path}.firstName`, firstName, lastName),
    ...(isJsonObject(user) ? fromParts(`${path}.user.firstName`, user.firstName, user.lastName) : []),
  ];
}

/** Joins the parts of one name, at the path of its first part. */
function fromParts(path: string, ...parts: readonly (JsonValue | undefined)[]): ComparedName[] {
  const name = parts.filter((part) => typeof part === 'string').join(' ');
  return name === '' ? [] : [{ path, name }];
}

export function objectsOf(value: JsonValue | null): { entry: JsonObject; index: number }[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry, index) => (isJsonObject(entry) ? [{ entry, index }] : []));
}
