import { AMENDMENT_TYPES, type AmendmentType, type JsonObject, type JsonValue } from '@cardwright/contract';
import fc from 'fast-check';
import { validMerchant } from './onboarding-requests.ts';

/** An amendment that is planned without a merchant: {@link plannedAmendment} adapts it to one. */
export interface AmendmentPlan {
  readonly types: readonly AmendmentType[];
  readonly move: 'HOLD' | 'CLOSURE' | undefined;
  /** The merchant that the new values come from. */
  readonly donor: JsonObject;
  readonly overrides: boolean;
  /** Whether fields of `configurations` are sent in the short form, next to the merchant's id. */
  readonly isShort: boolean;
  /** Whether the types are sent as texts with the application instead of in the merchant. */
  readonly isNamed: boolean;
}

/** The state of a merchant that is visible through the interface. */
export interface ModelMerchant {
  readonly record: JsonObject;
  readonly state: 'ACTIVE' | 'ON_HOLD' | 'CLOSED';
  readonly chainId: string | null;
}

export interface PlannedAmendment {
  /** In the interface's order. */
  readonly types: readonly AmendmentType[];
  /** The merchant as sent, with the types if they are sent there. */
  readonly sent: JsonObject;
  readonly applications: readonly JsonValue[];
  readonly after: ModelMerchant;
}

const DATA_TYPES = AMENDMENT_TYPES.filter((type) => !['HOLD', 'RELEASE', 'CLOSURE'].includes(type));
const SHORT = ['overrideDefaultSchemesMcc', 'acceptedCardSchemes', 'fees'];

export function amendmentPlan(): fc.Arbitrary<AmendmentPlan> {
  return fc.record({
    types: fc.subarray(DATA_TYPES, { minLength: 1 }),
    move: fc.constantFrom(undefined, undefined, 'HOLD' as const, 'CLOSURE' as const),
    donor: validMerchant(),
    overrides: fc.boolean(),
    isShort: fc.boolean(),
    isNamed: fc.boolean(),
  });
}

/**
 * Returns a valid amendment of this merchant, which must not be closed, and the merchant after it: the sent fields are
 * replaced.
 */
export function plannedAmendment(plan: AmendmentPlan, before: ModelMerchant, chainId: string, newId: () => string) {
  const isHeld = before.state === 'ON_HOLD';
  // a held merchant is released together with its changes, or closed without changes
  const move = isHeld ? (plan.move === 'CLOSURE' ? 'CLOSURE' : 'RELEASE') : plan.move;
  const data = isHeld && move === 'CLOSURE' ? [] : plan.types;
  const types = AMENDMENT_TYPES.filter((type) => data.includes(type) || type === move);
  const fields = fieldsFor({ ...plan, types: data }, before.record, newId);
  const chain = data.includes('LINKED_CHAIN') ? { chain: { chainId } } : {};
  const list = plan.isNamed ? {} : { amendmentList: [...types] };
  const sent = { merchantId: before.record.merchantId!, ...list, ...written(fields, plan.isShort), ...chain };
  const structure = { merchants: [sent] };
  return {
    types,
    sent,
    applications: plan.isNamed ? [...types, structure] : [structure],
    after: {
      record: amended(before.record, fields, data),
      state: move === 'HOLD' ? 'ON_HOLD' : move === 'CLOSURE' ? 'CLOSED' : 'ACTIVE',
      chainId: data.includes('LINKED_CHAIN') ? chainId : before.chainId,
    },
  } satisfies PlannedAmendment;
}

interface Fields {
  readonly merchant: JsonObject;
  readonly configurations: JsonObject;
}

function fieldsFor(
  { types, donor, overrides }: Pick<AmendmentPlan, 'types' | 'donor' | 'overrides'>,
  record: JsonObject,
  newId: () => string,
): Fields {
  const has = (type: AmendmentType) => types.includes(type);
  const existing = record.configurations as JsonObject;
  const theirs = donor.configurations as JsonObject;
  const names = ['merchantName', 'merchantType', 'legalName', 'subMerchantType', 'website'];
  const isOverridden = has('SCHEMES_OVERRIDING') ? overrides : existing.overrideDefaultSchemesMcc === true;
  const schemes = theirs.acceptedCardSchemes as JsonObject[];
  const terminals = listOr(donor.terminals, { terminalType: 'PC', communicationMethod: 'SG', fees: [] });
  return {
    merchant: {
      ...(has('MERCHANT_NAME') && pick(donor, names)),
      ...(has('MCC') && pick(donor, ['mcc'])),
      ...(has('ADDRESS') && pick(donor, ['addresses'])),
      ...(has('ACCOUNT') && pick(donor, ['debitAccountNumOrIban', 'creditAccountNumOrIban', 'bankName'])),
      ...(has('ACCEPTED_CARDS') && pick(donor, ['merchantCurrency'])),
      ...(has('SERVICES') && { services: listOr(donor.services, { serviceType: 'MCP' }) }),
      ...(has('ADDING_TERMINALS') && { terminals: terminals.map((one) => ({ ...one, terminalId: newId() })) }),
    },
    configurations: {
      ...(has('SCHEMES_OVERRIDING') && { overrideDefaultSchemesMcc: overrides }),
      ...(has('ACCEPTED_CARDS') && {
        refundControlValue: 'N',
        acceptedCardSchemes: isOverridden ? schemes.map(withOverride) : schemes,
      }),
      ...(has('SCHEMES_OVERRIDING') &&
        overrides &&
        !has('ACCEPTED_CARDS') && {
          acceptedCardSchemes: (existing.acceptedCardSchemes as JsonObject[]).map(({ cardScheme }) =>
            withOverride({ cardScheme: cardScheme! }),
          ),
        }),
      ...(has('FEES') && {
        fees: listOr(theirs.fees, { feeTypeName: 'MIS', reOccurrenceFrequency: 'DAILY', feeValue: '0.10' }),
      }),
    },
  };
}

function withBirthName(address: JsonObject, birthName: JsonValue): JsonObject {
  return address.addressType === 'PAYM_ADDR' ? { ...address, birthName } : address;
}

const OVERRIDE = { dbaName: 'سوق', mcc: '5812' };

function withOverride(scheme: JsonObject): JsonObject {
  return { ...scheme, schemeOverrideValue: OVERRIDE };
}

/** Returns a non-empty list, which amendments of the interface need. */
function listOr(list: JsonValue | undefined, otherwise: JsonObject): JsonObject[] {
  return Array.isArray(list) && list.length > 0 ? (list as JsonObject[]) : [otherwise];
}

function pick(object: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => names.includes(name)));
}

function written({ merchant, configurations }: Fields, isShort: boolean): JsonObject {
  const companions = isShort ? pick(configurations, SHORT) : {};
  const within = Object.fromEntries(Object.entries(configurations).filter(([name]) => !(name in companions)));
  return { ...merchant, ...companions, ...(Object.keys(within).length > 0 && { configurations: within }) };
}

function amended(
  record: JsonObject,
  { merchant, configurations }: Fields,
  types: readonly AmendmentType[],
): JsonObject {
  const existing = record.configurations as JsonObject;
  const isMerged = types.includes('SCHEMES_OVERRIDING') && !types.includes('ACCEPTED_CARDS');
  const schemes = existing.acceptedCardSchemes as JsonObject[];
  const mergedSchemes = configurations.acceptedCardSchemes === undefined ? schemes : schemes.map(withOverride);
  const addresses = (merchant.addresses ?? (record.addresses as JsonValue)) as JsonObject[];
  const isRenamed = types.includes('ACCOUNT') && merchant.bankName !== undefined && merchant.addresses === undefined;
  const after: JsonObject = {
    ...record,
    ...merchant,
    addresses: isRenamed ? addresses.map((one) => withBirthName(one, merchant.bankName!)) : addresses,
    configurations: { ...existing, ...configurations, ...(isMerged && { acceptedCardSchemes: mergedSchemes }) },
  };
  if (merchant.terminals !== undefined) {
    after.terminals = [...((record.terminals ?? []) as JsonValue[]), ...(merchant.terminals as JsonValue[])];
  }
  return after;
}
