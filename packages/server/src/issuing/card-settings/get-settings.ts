import { getSettings } from '@cardwright/contract';
import { ok } from '../../platform/kernel/result.ts';
import { implementEnvelope } from '../../platform/operation/index.ts';
import type { Vault } from '../../platform/vault/index.ts';
import { type BankDirectory, inheritedFields, programAt, readProgramVersions } from '../banks/index.ts';
import { findAccountOfCard } from './find-account-of-card.ts';
import { exponentOf, settingsInForce } from './settings-in-force.ts';
import { inColumn } from './settings-response.ts';
import { readAccountSettings } from './settings-store.ts';

/** Returns current settings, counters and product flags of an account (docs/interface/card-settings.md#get). */
export function getSettingsOperation(banks: BankDirectory, vault: Vault) {
  return implementEnvelope(getSettings, {
    async run({ tx, bank, now, audit }, body) {
      const match = await findAccountOfCard(tx, vault, bank.bankId, body.accountNumber);
      if (!match.ok) return match;
      const account = await readAccountSettings(tx, bank.bankId, match.value);
      const program = programAt(await readProgramVersions(tx, bank.bankId, account.productCode), now);
      const {
        response: settingsResponse,
        features,
        checksum,
      } = settingsInForce(account, account.stored, { banks, bank, now, program });
      const fields = Object.keys(inheritedFields(account.stored, program, exponentOf(account)));
      const strings = body.appName === undefined ? undefined : bank.cardControl.resourceStrings.get(body.appName);
      audit(bank.bankId, `account:${account.accountNumber}`, 'read');
      const answer = {
        cardFeatureChecksum: checksum,
        cardSettings: inColumn(getSettings.responseBody.properties.cardSettings, settingsResponse),
        ...(program !== undefined &&
          fields.length > 0 && {
            inherited: { product_code: account.productCode, program_version: program.version, fields },
          }),
        ...(strings !== undefined && { resourceStrings: [...strings] }),
        supportedFeatures: features,
      };
      return ok(answer, { detail: checksum });
    },
  });
}
