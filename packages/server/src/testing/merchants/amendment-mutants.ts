import {
  type AmendmentType,
  type FieldSchema,
  type JsonObject,
  type JsonValue,
  MerchantAmendment,
  replaceAt,
} from '@cardwright/contract';
import type { ModelMerchant, PlannedAmendment } from './onboarding-amendments.ts';
import { type At, brokenScheme, faultsIn, type Mutant, mutantOf, type OnboardingFault } from './onboarding-mutants.ts';

/**
 * The fields that each type needs. MISSED_AT has the path at which a missing field is reported: its place in the tables,
 * regardless of where it was sent.
 */
const NEEDS: Partial<Record<AmendmentType, readonly string[]>> = {
  MERCHANT_NAME: ['merchantName', 'merchantType'],
  LINKED_CHAIN: ['chain'],
  MCC: ['mcc'],
  SCHEMES_OVERRIDING: ['overrideDefaultSchemesMcc'],
  ADDRESS: ['addresses'],
  ACCEPTED_CARDS: ['merchantCurrency', 'acceptedCardSchemes'],
  FEES: ['fees'],
  SERVICES: ['services'],
  ADDING_TERMINALS: ['terminals'],
};
const MISSED_AT: Record<string, string> = {
  chain: 'chain.chainId',
  overrideDefaultSchemesMcc: 'configurations.overrideDefaultSchemesMcc',
  acceptedCardSchemes: 'configurations.acceptedCardSchemes',
  fees: 'configurations.fees',
};

/** Returns valid amendments of this merchant with one fault each, and the one finding that each must get. */
export function amendmentMutants(requestId: string, plan: PlannedAmendment, before: ModelMerchant): Mutant[] {
  const { sent, applications, types } = plan;
  const request: JsonObject = { requestId, payload: { applications: [...applications] } };
  const at: At = ['payload', 'applications', applications.length - 1, 'merchants', 0];
  const schema = MerchantAmendment as unknown as FieldSchema;
  const ofFields = faultsIn(schema, sent, at).map((fault) => mutantOf(request, fault));
  const path = `payload.applications[${applications.length - 1}].merchants[0]`;
  const without = types
    .flatMap((type) => NEEDS[type] ?? [])
    .map((name): Mutant => {
      const isWithin = sent[name] === undefined && name !== 'chain';
      const place = isWithin ? [...at, 'configurations', name] : [...at, name];
      return {
        what: `needed: ${name}`,
        path: `${path}.${MISSED_AT[name] ?? name}`,
        code: '103',
        request: () => replaceAt(request, place, undefined) as JsonObject,
      };
    });
  return [...ofFields, ...without, ...brokenConditions(plan, before, at).map((fault) => mutantOf(request, fault))];
}

/** Returns faults in conditions that depend on the boarded merchant, and fields that none of the types changes. */
function brokenConditions(plan: PlannedAmendment, before: ModelMerchant, at: At): OnboardingFault[] {
  const { sent, types, after } = plan;
  const fault = (what: string, place: readonly (string | number)[], value: JsonValue | undefined): OnboardingFault => ({
    what,
    at: [...at, ...place],
    code: value === undefined ? '103' : '106',
    value,
  });
  const boardedConfigurations = before.record.configurations as JsonObject;
  const schemes = (after.record.configurations as JsonObject).acceptedCardSchemes as JsonObject[];
  const isComplex = schemes.some(({ acceptedCardModes }) => acceptedCardModes !== undefined);
  const becomesEcom = types.includes('MERCHANT_NAME') && sent.merchantType === 'ECOM';
  return [
    fault('changed by no type', ['trn'], '999999999'),
    ...(types.includes('MCC') ? [] : [fault('changed by another type', ['mcc'], '9999')]),
    ...(types.includes('ADDRESS') ? [] : [fault('changed by another type', ['addresses'], OTHER_ADDRESSES)]),
    ...(becomesEcom && before.record.website === undefined
      ? [fault('needed of what is boarded', ['website'], undefined)]
      : []),
    ...(types.includes('ACCEPTED_CARDS') && isComplex && boardedConfigurations.refundControlValue === undefined
      ? [fault('needed of what is boarded', ['configurations', 'refundControlValue'], undefined)]
      : []),
    ...brokenSchemes(plan, at),
    ...(sent.amendmentList === undefined
      ? []
      : [fault('contradicting itself', ['amendmentList'], [...types.filter(isNoMove), 'HOLD', 'CLOSURE'])]),
  ];
}

function brokenSchemes({ sent, types, after }: PlannedAmendment, at: At): OnboardingFault[] {
  const place = sent.acceptedCardSchemes === undefined ? [...at, 'configurations'] : at;
  const holder = (sent.acceptedCardSchemes === undefined ? sent.configurations : sent) as JsonObject | undefined;
  const schemes = (holder?.acceptedCardSchemes ?? []) as JsonObject[];
  const { overrideDefaultSchemesMcc = false } = after.record.configurations as JsonObject;
  const fields = { overrideDefaultSchemesMcc, refundControlValue: 'N' };
  return schemes.flatMap((scheme, index): OnboardingFault[] => {
    const entry: At = [...place, 'acceptedCardSchemes', index];
    if (types.includes('ACCEPTED_CARDS')) return brokenScheme(scheme, entry, fields);
    return [{ what: 'needed here', at: [...entry, 'schemeOverrideValue'], code: '103', value: undefined }];
  });
}

const OTHER_ADDRESSES = [{ name: 'x', countryCode: 'ARE', city: 'x', postalCode: '9', email: 'other@souk.example' }];

function isNoMove(type: AmendmentType): boolean {
  return type !== 'HOLD' && type !== 'CLOSURE' && type !== 'RELEASE';
}
