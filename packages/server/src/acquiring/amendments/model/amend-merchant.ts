import {
  type AmendmentType,
  type Finding,
  findMissingRefundControl,
  findMissingWebsite,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type MerchantState,
} from '@cardwright/contract';
import { fail, ok, type Result } from '../../../platform/kernel/result.ts';
import { difference, isEqual, type JsonChange } from '../../records/difference.ts';
import { moveState } from '../../records/merchant-state.ts';
import { fieldsChangedBy, readField, submittedFields, typeThatChanges, withField } from './amendment-fields.ts';

export interface BoardedMerchant {
  readonly record: JsonObject;
  readonly state: MerchantState;
  readonly chainId: string | null;
}

export interface Amendment {
  /** Path of the merchant in the caller's JSON. */
  readonly path: string;
  readonly types: readonly AmendmentType[];
  readonly value: JsonObject;
  /** Fields of `configurations` that the caller sent next to the merchant's id instead. */
  readonly shortFields: ReadonlySet<string>;
  /** The chain to which LINKED_CHAIN links the merchant. */
  readonly chainId: string | undefined;
}

export interface AmendedMerchant extends BoardedMerchant {
  readonly changes: readonly JsonChange[];
}

const SCHEMES = 'configurations.acceptedCardSchemes';
const OVERRIDE_FLAG = 'configurations.overrideDefaultSchemesMcc';

/**
 * Returns a boarded merchant after an amendment of one or several types, or all findings against the amendment
 * (docs/interface/merchant-amendments.md#apply): the merchant's state does not allow it, it has a field that none of
 * its types changes, or the result breaks a condition.
 */
export function amendMerchant(
  boarded: BoardedMerchant,
  amendment: Amendment,
): Result<AmendedMerchant, 'state_forbids' | 'value_not_allowed'> {
  const { types } = amendment;
  const moved = moveState(boarded.state, types);
  const stateFaults = findStateFault(boarded.state, amendment);
  const record = applyTypes(boarded.record, amendment);
  const findings = [
    ...stateFaults,
    ...findUnchanging(boarded, amendment),
    ...findUnknownSchemes(boarded.record, amendment),
    ...findMissingOverrides(record, amendment),
    ...findMissingFields(record, amendment),
  ];
  if (!moved.ok || findings.length > 0)
    return fail(stateFaults.length > 0 ? 'state_forbids' : 'value_not_allowed', { findings });
  const chainId = types.includes('LINKED_CHAIN') ? (amendment.chainId ?? null) : boarded.chainId;
  const changes = [
    ...difference(boarded.record, record),
    ...difference(boarded.chainId, chainId, 'chain.chainId'),
    ...difference(boarded.state, moved.value, 'merchantState'),
  ];
  return ok({ record, state: moved.value, chainId, changes });
}

/** Finds that the merchant's state does not allow the amendment, whatever other findings it has. */
export function findStateFault(state: MerchantState, { path, types }: Pick<Amendment, 'path' | 'types'>): Finding[] {
  const moved = moveState(state, types);
  return moved.ok ? [] : [stateFinding(path, state, moved.message)];
}

/** Returns the path of a merchant's field in the caller's JSON. */
function pathOf({ path, shortFields }: Pick<Amendment, 'path' | 'shortFields'>, field: string): string {
  const name = field.slice(field.indexOf('.') + 1);
  return `${path}.${shortFields.has(name) ? name : field}`;
}

function applyTypes(boarded: JsonObject, { types, value }: Amendment): JsonObject {
  let record = boarded;
  for (const field of fieldsChangedBy(types)) {
    const submitted = readField(value, field);
    if (submitted === undefined || field === 'chain') continue;
    record = withField(
      record,
      field,
      field === 'terminals' ? [...listOf(boarded.terminals), ...listOf(submitted)] : submitted,
    );
  }
  if (types.includes('ACCOUNT') && !types.includes('ADDRESS')) record = withBirthName(record, value.bankName);
  if (!mergesOverrides(types)) return record;
  const overrides = new Map(schemesOf(value).map((scheme) => [scheme.cardScheme, scheme.schemeOverrideValue]));
  const merged = schemesOf(record).map((scheme) => {
    const override = overrides.get(scheme.cardScheme!);
    return override === undefined ? scheme : { ...scheme, schemeOverrideValue: override };
  });
  return withField(record, SCHEMES, merged);
}

/** Sets the birth name of the payment address to the name of the new account's bank. */
function withBirthName(record: JsonObject, bankName: JsonValue | undefined): JsonObject {
  if (typeof bankName !== 'string') return record;
  const addresses = listOf(record.addresses).map((address) =>
    isJsonObject(address) && address.addressType === 'PAYM_ADDR' ? { ...address, birthName: bankName } : address,
  );
  return { ...record, addresses };
}

/**
 * Whether the types change override values of only the named schemes. SCHEMES_OVERRIDING does so without ACCEPTED_CARDS,
 * with which the named schemes replace all schemes.
 */
function mergesOverrides(types: readonly AmendmentType[]): boolean {
  return types.includes('SCHEMES_OVERRIDING') && !types.includes('ACCEPTED_CARDS');
}

/** Finds fields that would be accepted and then ignored: a field that no type changes must equal the boarded value. */
function findUnchanging(boarded: BoardedMerchant, amendment: Amendment): Finding[] {
  const { types, value } = amendment;
  const fields = fieldsChangedBy(types);
  return submittedFields(value)
    .filter((field) => !fields.includes(field))
    .filter((field) => !(field === SCHEMES && mergesOverrides(types)))
    .filter((field) => !isAsBoarded(boarded, value, field))
    .map((field) => unchanging(pathOf(amendment, field), typeThatChanges(field)));
}

function isAsBoarded({ record, chainId }: BoardedMerchant, submitted: JsonObject, field: string): boolean {
  if (field === 'chain') return isJsonObject(submitted.chain) && submitted.chain.chainId === chainId;
  return isEqual(readField(record, field), readField(submitted, field));
}

function unchanging(path: string, type: AmendmentType | undefined): Finding {
  const otherwise = type === undefined ? ', as no amendment changes it' : `, or add ${type} to the amendments`;
  return {
    path,
    error: 'value_not_allowed',
    message: 'differs from the boarded value, and no amendment in amendmentList changes it',
    action: `remove ${path}${otherwise}`,
  };
}

function findUnknownSchemes(boarded: JsonObject, amendment: Amendment): Finding[] {
  if (!mergesOverrides(amendment.types)) return [];
  const accepted = new Map(schemesOf(boarded).map((scheme) => [scheme.cardScheme, scheme]));
  const at = pathOf(amendment, SCHEMES);
  return schemesOf(amendment.value).flatMap((submittedScheme, index) => {
    const path = `${at}[${index}]`;
    const scheme = accepted.get(submittedScheme.cardScheme!);
    if (scheme === undefined) return [schemeNotAccepted(`${path}.cardScheme`)];
    const others = Object.keys(submittedScheme).filter((name) => name !== 'schemeOverrideValue');
    const unlike = others.filter((name) => !isEqual(scheme[name], submittedScheme[name]));
    return unlike.map((name) => unchanging(`${path}.${name}`, 'ACCEPTED_CARDS'));
  });
}

function schemeNotAccepted(path: string): Finding {
  return {
    path,
    error: 'value_not_allowed',
    message: 'is not a card scheme that the merchant accepts',
    action: `remove the entry of ${path}, or add ACCEPTED_CARDS to the amendments`,
  };
}

/**
 * Finds schemes without an override value. With overrideDefaultSchemesMcc, each scheme needs one, including the schemes
 * that the amendment does not name.
 */
function findMissingOverrides(record: JsonObject, amendment: Amendment): Finding[] {
  const { types } = amendment;
  const concerns = types.includes('SCHEMES_OVERRIDING') || types.includes('ACCEPTED_CARDS');
  if (!concerns || readField(record, OVERRIDE_FLAG) !== true) return [];
  const at = pathOf(amendment, SCHEMES);
  return schemesOf(record).flatMap((scheme, index): Finding[] => {
    if (scheme.schemeOverrideValue !== undefined) return [];
    const name = scheme.cardScheme;
    if (mergesOverrides(types)) {
      const action = `add an entry with cardScheme ${name} and its schemeOverrideValue to ${at}`;
      const message = `must give the schemeOverrideValue of ${name} too`;
      return [{ path: at, error: 'field_missing', message, action, isIncomplete: true }];
    }
    const path = `${at}[${index}].schemeOverrideValue`;
    return [
      { path, error: 'field_missing', message: 'is mandatory with overrideDefaultSchemesMcc', action: `add ${path}` },
    ];
  });
}

/** Finds fields that the amendment makes mandatory and that are not boarded already. */
function findMissingFields(record: JsonObject, { types, path }: Amendment): Finding[] {
  const configurations = record.configurations;
  return [
    ...(types.includes('MERCHANT_NAME') ? findMissingWebsite(record, path) : []),
    ...(types.includes('ACCEPTED_CARDS') && isJsonObject(configurations)
      ? findMissingRefundControl(configurations, `${path}.configurations`)
      : []),
  ];
}

function stateFinding(path: string, state: MerchantState, message = ''): Finding {
  const at = `${path}.merchantId`;
  const action = {
    ACTIVE: `remove RELEASE from the amendments of ${path}`,
    ON_HOLD: `add RELEASE to the amendments of ${path}`,
    CLOSED: `remove ${path}`,
  }[state];
  return { path: at, error: 'state_forbids', message, action };
}

function schemesOf(record: JsonObject): readonly JsonObject[] {
  return listOf(readField(record, SCHEMES)).filter(isJsonObject);
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}
