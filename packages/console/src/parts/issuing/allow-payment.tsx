import { type Authorization, RULES_PASSED_BY_EXCEPTION } from '@cardwright/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useHasScope } from '../../session/session.ts';
import { UnlockIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import { type Allowable, AllowForm, PaymentRequestForm } from './allow-form.tsx';
import { FormDialog } from './form-dialog.tsx';

const PASSED: ReadonlySet<string> = new Set(RULES_PASSED_BY_EXCEPTION);

/** Returns what to allow, or undefined if an exception could not change the decision. */
function allowableIn(decision: Authorization): Allowable | undefined {
  const { account_number: accountNumber, amount, currency, message, state, trace } = decision;
  const { retrieval_reference_number: reference } = decision;
  const refusal = trace.find(({ verdict }) => verdict === 'REFUSE')?.rule ?? '';
  const { Card_Acceptor_Identification_Code: merchantId, Card_Acceptor_Name_Location: name } = message as Readonly<
    Record<string, unknown>
  >;
  const merchantName = typeof name === 'string' ? name.trim().replace(/\s+/g, ' ') : null;
  if (state !== 'DECLINED' || !PASSED.has(refusal) || accountNumber === null || amount === null || currency === null) {
    return undefined;
  }
  return typeof merchantId === 'string'
    ? { accountNumber, merchantId: merchantId.trimEnd(), merchantName, amount, currency, reference }
    : undefined;
}

/**
 * Offers to allow one payment like a declined one: at this merchant, up to this amount, for a short time. A person who
 * cannot allow it asks card operations.
 */
export function AllowPayment({ decision }: { decision: Authorization }) {
  const { t } = useWords();
  const mayAllow = useHasScope('exceptions:write');
  const mayRequest = useHasScope('exceptions:request');
  const [isOpen, setOpen] = useState(false);
  const [done, setDone] = useState<'allow.done' | 'allow.requested'>();
  const allowable = allowableIn(decision);
  if (!(mayAllow || mayRequest) || allowable === undefined) return null;
  const close = () => setOpen(false);
  const Form = mayAllow ? AllowForm : PaymentRequestForm;
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<UnlockIcon aria-hidden />}
        disabled={done !== undefined}
        onClick={() => setOpen(true)}
      >
        <span aria-live="polite">{t(done ?? (mayAllow ? 'allow.open' : 'allow.requestVerb'))}</span>
      </Button>
      <FormDialog title={t(mayAllow ? 'allow.title' : 'allow.requestVerb')} isOpen={isOpen} close={close}>
        <Form of={allowable} onDone={setDone} close={close} />
      </FormDialog>
    </>
  );
}
