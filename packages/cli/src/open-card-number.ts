import { readFile } from 'node:fs/promises';
import { isJsonObject, parseJson } from '@cardwright/contract';
import { saltsOf } from '@cardwright/server';
import { recordAuditCommand } from './note-audit-command.ts';
import { print } from './output/print.ts';
import { UsageError } from './output/usage-error.ts';
import { withDeployment } from './with-deployment.ts';

/** Prints the salt of the card number in a proof. Only the keys of the deployment can compute it. */
export async function openCardNumber(file: string): Promise<void> {
  const parsed = parseJson(await readFile(file, 'utf8'));
  const record = parsed.ok && isJsonObject(parsed.value) ? parsed.value.record : undefined;
  if (!isJsonObject(record)) throw new UsageError(`${file} is not the proof of a decision`);
  await withDeployment(async (deployment) => {
    const reference = record.retrieval_reference_number;
    const salt = saltsOf(record, await deployment.vault())('card_number');
    await recordAuditCommand(deployment, String(record.bank_id), 'audit.open-card-number', 'opened', { reference });
    print(salt);
  });
}
