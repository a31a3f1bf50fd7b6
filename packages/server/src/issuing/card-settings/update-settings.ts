import {
  type Finding,
  getSettings,
  isJsonObject,
  type JsonObject,
  type SettingsField,
  updateSettings,
} from '@cardwright/contract';
import { changeOf } from '../../platform/audit/index.ts';
import { fail, ok } from '../../platform/kernel/result.ts';
import { implementEnvelope } from '../../platform/operation/index.ts';
import type { Tx } from '../../platform/storage/index.ts';
import type { Vault } from '../../platform/vault/index.ts';
import { lockAccount, recordChange } from '../accounts/index.ts';
import { type BankDirectory, type Program, programAt, readProgramVersions } from '../banks/index.ts';
import { applyPatch, type SettingsPatch, type StoredSettings } from './card-settings.ts';
import { findPatchFaults, findUnavailableSettings, settingsSent } from './check-patch.ts';
import { findAccountOfCard } from './find-account-of-card.ts';
import { changedFields, toPatch } from './make-patch.ts';
import { exponentOf, settingsInForce } from './settings-in-force.ts';
import { inColumn } from './settings-response.ts';
import { type AccountSettings, readAccountSettings, writeSettings } from './settings-store.ts';

/**
 * Updates card settings of an account (docs/interface/card-settings.md#update): changes all fields of the request or
 * none. Without `cardSettings` it changes nothing and warns. Fails with `changed_meanwhile` if the request names a
 * checksum other than the one in force.
 */
export function updateSettingsOperation(banks: BankDirectory, vault: Vault) {
  return implementEnvelope(updateSettings, {
    check: (_bank, body) => checksumFindings(body),
    async examine({ tx, bank, now }, body) {
      const { accountNumber, cardSettings } = body as JsonObject;
      if (!isJsonObject(cardSettings)) return [];
      const account =
        typeof accountNumber === 'string' ? await findAccountByNumber(tx, bank.bankId, accountNumber) : undefined;
      return findPatchFaults(settingsSent(cardSettings), {
        bank,
        now,
        exponent: account === undefined ? undefined : exponentOf(account),
        stored: account?.stored,
        program: account === undefined ? undefined : await programInForce(tx, bank.bankId, account, now),
      });
    },
    async run({ tx, bank, caller, now, audit, warn }, body) {
      const match = await findAccountOfCard(tx, vault, bank.bankId, body.accountNumber);
      if (!match.ok) return match;
      const accountId = match.value;
      // authorizations take the same lock: each sees the settings entirely before this update or entirely after it
      await lockAccount(tx, bank.bankId, accountId);
      const account = await readAccountSettings(tx, bank.bankId, accountId);
      const { stored } = account;
      const subject = `account:${account.accountNumber}`;
      const exponent = exponentOf(account);
      const { cardSettings: settings = {} } = body;
      const input = settingsSent(settings) as SettingsPatch;
      const program = await programInForce(tx, bank.bankId, account, now);
      const findings = findPatchFaults(input, { bank, now, exponent, stored, program });
      if (findings[0] !== undefined) return fail(findings[0].error, { findings });
      const before = settingsInForce(account, stored, { banks, bank, now, program });
      const condition = body.cardFeatureChecksum ?? settings.cardFeatureChecksum;
      if (condition !== undefined && condition !== before.checksum) {
        return fail('changed_meanwhile', { detail: before.checksum, subject });
      }
      const patch = toPatch(input, { bank, stored, exponent, now });
      const updated = applyPatch(stored, patch);
      const { response: settingsResponse, checksum } = settingsInForce(account, updated, { banks, bank, now, program });
      // a field that repeats the program's value becomes a setting of the account
      const fields = [
        ...new Set([...changedFields(before.response, settingsResponse), ...newlyOwn(stored, updated, program)]),
      ];
      if (fields.length > 0) {
        await writeSettings(tx, bank.bankId, accountId, updated, now);
        const change = { kind: 'SETTINGS', patch, by: caller.clientId } as const;
        await recordChange(tx, bank.bankId, accountId, change, now);
      }
      if (body.cardSettings === undefined) warn({ path: 'body.cardSettings', rule: 'settings-absent' });
      findUnavailableSettings(input, bank).forEach(warn);
      if (fields.length === 0) audit(bank.bankId, subject, 'settings confirmed', { fields });
      else {
        const change = changeWithEvent(account, before.response, settingsResponse);
        audit(bank.bankId, subject, 'settings changed', { fields }, change);
      }
      const cardSettings = inColumn(updateSettings.responseBody.properties.cardSettings, settingsResponse);
      return ok({ cardSettings }, { detail: checksum });
    },
  });

  async function findAccountByNumber(tx: Tx, bankId: string, cardNumber: string): Promise<AccountSettings | undefined> {
    const match = await findAccountOfCard(tx, vault, bankId, cardNumber);
    return match.ok ? await readAccountSettings(tx, bankId, match.value) : undefined;
  }
}

type Response = ReturnType<typeof settingsInForce>['response'];

/** Returns the change for the audit log, with its event. */
function changeWithEvent({ accountNumber }: AccountSettings, before: Response, after: Response) {
  const column = getSettings.responseBody.properties.cardSettings;
  const event = () => ({
    object: { kind: 'settings', id: accountNumber, version: null },
    before: inColumn(column, before),
    after: inColumn(column, after),
  });
  return { ...changeOf(before, after), event };
}

async function programInForce(tx: Tx, bankId: string, { productCode }: AccountSettings, now: Date) {
  return programAt(await readProgramVersions(tx, bankId, productCode), now);
}

/** Returns the fields that the account now sets to the program's value, or leaves to the program again. */
function newlyOwn(stored: StoredSettings, updated: StoredSettings, program: Program | undefined): SettingsField[] {
  const defaulted = Object.keys(program?.defaults ?? {}) as SettingsField[];
  return defaulted.filter((field) => (stored[field] === undefined) !== (updated[field] === undefined));
}

/** Finds a request that names different checksums in its two places, so that its condition is ambiguous. */
function checksumFindings(body: unknown): Finding[] {
  const { cardFeatureChecksum: outerChecksum, cardSettings } = body as JsonObject;
  const inside = isJsonObject(cardSettings) ? cardSettings.cardFeatureChecksum : undefined;
  if (typeof outerChecksum !== 'string' || typeof inside !== 'string' || outerChecksum === inside) return [];
  const message = 'must equal the one next to cardSettings';
  return [{ path: 'body.cardSettings.cardFeatureChecksum', error: 'value_not_allowed', message }];
}
