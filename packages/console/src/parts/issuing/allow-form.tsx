import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useClockOffset } from '../../session/bank-clock.ts';
import { useClient, useHasScope } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { faultAt, faultsOf } from '../page/findings.tsx';
import { Money } from '../value/money.tsx';
import { DialogForm } from './form-dialog.tsx';
import { PeriodSelect, SHORTEST_PERIOD } from './period-select.tsx';

const MINUTE_MS = 60_000;

/** The payment that would be allowed. */
export interface Allowable {
  readonly accountNumber: string;
  readonly merchantId: string;
  readonly merchantName: string | null;
  readonly amount: string;
  readonly currency: string;
  readonly reference: string;
}

interface FormParts {
  readonly of: Allowable;
  readonly onDone: (done: 'allow.done' | 'allow.requested') => void;
  readonly close: () => void;
}

function usePaymentRequest(
  { of, onDone, close }: FormParts,
  terms: { readonly maxAmount: string; readonly reason: string },
) {
  const client = useClient();
  return useMutation({
    mutationFn: () =>
      client.tasks.requestPayment({
        account_number: of.accountNumber,
        retrieval_reference_number: of.reference,
        merchantId: of.merchantId,
        ...terms,
      }),
    onSuccess: () => {
      onDone('allow.requested');
      close();
    },
  });
}

/** Asks card operations to allow the payment. */
export function PaymentRequestForm(parts: FormParts) {
  const { t } = useWords();
  const [maxAmount, setAmount] = useState(parts.of.amount);
  const [reason, setReason] = useState('');
  const request = usePaymentRequest(parts, { maxAmount, reason });
  return (
    <DialogForm verb={t('allow.requestVerb')} saving={request} displayed={['maxAmount', 'reason']} close={parts.close}>
      <Terms of={parts.of} error={request.error} {...{ maxAmount, setAmount, reason, setReason }} />
    </DialogForm>
  );
}

/**
 * Allows the payment. If the bank does not grant this to the role, the same terms are sent to card operations as a
 * request.
 */
export function AllowForm(parts: FormParts) {
  const { of, onDone, close } = parts;
  const { t } = useWords();
  const client = useClient();
  const mayRequest = useHasScope('exceptions:request');
  const offset = useClockOffset() ?? 0;
  const [maxAmount, setAmount] = useState(of.amount);
  const [minutes, setMinutes] = useState(SHORTEST_PERIOD);
  const [reason, setReason] = useState('');
  const saving = useMutation({
    mutationFn: () =>
      client.accounts.createException(of.accountNumber, {
        merchantId: of.merchantId,
        maxAmount,
        currency: of.currency,
        validUntil: new Date(Date.now() + offset + minutes * MINUTE_MS).toISOString(),
        reason,
      }),
    onSuccess: () => {
      onDone('allow.done');
      close();
    },
  });
  const request = usePaymentRequest(parts, { maxAmount, reason });
  return (
    <DialogForm verb={t('allow.verb')} saving={saving} displayed={['maxAmount', 'reason']} close={close}>
      <Terms of={of} error={saving.error ?? request.error} {...{ maxAmount, setAmount, reason, setReason }} />
      <PeriodSelect minutes={minutes} onChange={setMinutes} />
      {saving.error !== null && mayRequest && (
        <Button variant="default" loading={request.isPending} onClick={() => request.mutate()}>
          {t('allow.requestVerb')}
        </Button>
      )}
    </DialogForm>
  );
}

interface TermParts {
  readonly of: Allowable;
  readonly error: unknown;
  readonly maxAmount: string;
  readonly setAmount: (amount: string) => void;
  readonly reason: string;
  readonly setReason: (reason: string) => void;
}

/** The name of the merchant as customers know it, with the id that the exception is for. */
function merchantText({ merchantId, merchantName }: Allowable): string {
  return merchantName === null
    ? `\u2068${merchantId}\u2069`
    : `\u2068${merchantName}\u2069 (\u2068${merchantId}\u2069)`;
}

function Terms({ of, error, maxAmount, setAmount, reason, setReason }: TermParts) {
  const { t } = useWords();
  const faults = faultsOf(error);
  return (
    <>
      <p>
        {t('allow.about', { merchant: merchantText(of) })} <Money amount={of.amount} currency={of.currency} />
      </p>
      <TextInput
        label={t('allow.amount', { currency: of.currency })}
        value={maxAmount}
        error={faultAt(faults, 'maxAmount')}
        inputMode="decimal"
        dir="ltr"
        required
        onChange={(event) => setAmount(event.currentTarget.value)}
      />
      <TextInput
        label={t('allow.reason')}
        value={reason}
        error={faultAt(faults, 'reason')}
        maxLength={200}
        required
        data-autofocus
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </>
  );
}
