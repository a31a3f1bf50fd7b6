import { hash } from 'node:crypto';
import { EcommerceRequest, type JsonObject, type JsonValue, writeCanonicalJson } from '@cardwright/contract';
import type { SealKeys } from '../../../platform/audit/index.ts';
import { readStoredJson } from '../../../platform/kernel/stored-json.ts';
import { countryOfLocation } from '../decision/channel.ts';
import { textOrEmpty } from '../decision/stored-message.ts';
import { readTrace } from '../decision/trace.ts';
import type { AuthorizationRow } from '../records/authorization-history-store.ts';
import { referenceText, traceText } from '../records/find-authorization.ts';

/** The columns of an authorization that its record in the log has. They never change. */
export type RecordedRow = Pick<
  AuthorizationRow,
  | ('account_id' | 'message_key' | 'decided_at' | 'bank_id' | 'retrieval_reference' | 'system_trace' | 'acquirer')
  | ('settlement_date' | 'rule_version' | 'action_code' | 'approval_code' | 'rule' | 'message' | 'trace')
>;

/** A value that a commitment replaces, and the salt that opens the commitment. */
export interface Opening {
  readonly salt: string;
  readonly value: string;
}

export interface DecisionRecord {
  readonly record: JsonObject;
  readonly openings: ReadonlyMap<string, Opening>;
}

/** The domain of the keyed hash that salts derive from. */
export const SALT_DOMAIN = 'decision-salt';
/** Members of a message that decisions use and the schema of the e-commerce message lacks. */
const ADVICE_FIELDS = ['Message_Type', 'Action_Code', 'Approval_Code'];
const RECORDED_FIELDS: ReadonlySet<string> = new Set([...Object.keys(EcommerceRequest.properties), ...ADVICE_FIELDS]);

/**
 * The record of a decision, which is a leaf of the tree: the masked message, the outcome and the trace. Salted
 * commitments replace data that must not leave the server: account number, name of the merchant, and unknown members,
 * which may contain names of people. The salts derive from a data key, so only the server can open a commitment.
 */
export function recordOf(row: RecordedRow, keys: SealKeys, keyVersion: number): DecisionRecord {
  const { From_Account_No: accountNumber, Card_Acceptor_Name_Location: place, ...others } = readStoredJson(row.message);
  const message: Record<string, JsonValue> = {};
  const unknown: [name: string, value: JsonValue][] = [];
  for (const [name, value] of Object.entries(others)) {
    if (RECORDED_FIELDS.has(name)) message[name] = value;
    else unknown.push([name, value]);
  }
  const common = {
    bank_id: row.bank_id,
    retrieval_reference_number: referenceText(row),
    system_trace_audit_number: traceText(row),
    acquiring_institution_code: row.acquirer,
    decided_at: row.decided_at.toISOString(),
    salt_key_version: keyVersion,
  };
  const saltOf = saltsOf(common, keys);
  const values = {
    account_number: textOrEmpty(accountNumber),
    merchant_name: textOrEmpty(place),
    other_members: unknown.length === 0 ? '' : writeCanonicalJson(Object.fromEntries(unknown)),
  };
  const openings = new Map<string, Opening>(
    Object.entries(values).flatMap(([name, value]) => (value === '' ? [] : [[name, { salt: saltOf(name), value }]])),
  );
  const record = {
    ...common,
    action_code: row.action_code,
    approval_code: row.approval_code,
    rule: row.rule,
    rule_version: row.rule_version,
    settlement_date: row.settlement_date,
    message: { ...message, Card_Acceptor_Name_Location: placeWithoutName(textOrEmpty(place)) },
    trace: readTrace(row.trace) as never,
    commitments: Object.fromEntries([...openings].map(([name, opening]) => [name, commitmentOf(opening)])),
  };
  return { record, openings };
}

export function commitmentOf({ salt, value }: Opening): string {
  return hash('sha256', `${salt}\n${value}`);
}

/** The version of the data key that new records use for their salts. */
export function newestKeyVersion(keys: SealKeys): number {
  return keys.mac(SALT_DOMAIN, Buffer.alloc(0)).keyVersion;
}

/** The salts of a decision, by the name of the value. They derive from members of its record. */
export function saltsOf(record: JsonObject, keys: SealKeys): (name: string) => string {
  const identity = SALTED.map((name) => String(record[name])).join('\n');
  const { mac } = keys.mac(SALT_DOMAIN, Buffer.from(identity), Number(record.salt_key_version));
  return (name) => hash('sha256', Buffer.concat([mac, Buffer.from(name)]));
}

const SALTED = [
  ...['bank_id', 'acquiring_institution_code', 'retrieval_reference_number', 'system_trace_audit_number'],
  'decided_at',
];

const LENGTH = 40;

/** Keeps only the country, which decisions use. */
function placeWithoutName(place: string): string {
  const country = countryOfLocation(place);
  return country === undefined ? '' : country.padStart(LENGTH);
}
