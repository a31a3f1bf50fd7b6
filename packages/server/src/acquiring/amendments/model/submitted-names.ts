import { isJsonObject, type JsonObject } from '@cardwright/contract';
import { comparedNames } from '../../screening/compared-names.ts';
import { schemeOverridesOf } from '../../screening/screened-merchant.ts';

/**
 * Whether a new list of schemes or services adds a name or a category that the merchant did not have before. Without
 * this check, a merchant could add an unscreened name after the screening of another one.
 */
export function addsNames(before: JsonObject, after: JsonObject): boolean {
  const existing = new Set(namesAndCategories(before));
  return namesAndCategories(after).some((each) => !existing.has(each));
}

function namesAndCategories({ configurations, services = null }: JsonObject): string[] {
  const schemes = (isJsonObject(configurations) ? configurations.acceptedCardSchemes : undefined) ?? null;
  const nothing = { merchantName: '', legalName: '', addresses: undefined, chain: null };
  return [
    ...comparedNames({ ...nothing, schemes, services }).map(({ name }) => name),
    ...schemeOverridesOf(schemes).map(({ mcc }) => mcc),
  ];
}
