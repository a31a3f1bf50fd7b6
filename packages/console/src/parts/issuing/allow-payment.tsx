import { type Authorization, RULES_PASSED_BY_EXCEPTION } from '@cardwright/contract';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useClockOffset } from '../../session/bank-clock.ts';
import { useClient, useHasScope } from '../../session/session.ts';
import { UnlockIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import { faultAt, faultsOf } from '../page/findings.tsx';
import { Money } from '../value/money.tsx';
import { DialogForm, FormDialog } from './form-dialog.tsx';

const MINUTES = [30, 120, 1_440] as const;
const MINUTE_MS = 60_000;
const PASSED: ReadonlySet<string> = new Set(RULES_PASSED_BY_EXCEPTION);

interface Allowable {
  readonly accountNumber: string;
  readonly merchantId: string;
  readonly amount: string;
  readonly currency: string;
}

/** Returns what to allow, or undefined if an exception could not change the decision. */
function allowableIn(decision: Authorization): Allowable | undefined {
  const { account_number: accountNumber, amount, currency, message, state, trace } = decision;
  const refusal = trace.find(({ verdict }) => verdict === 'REFUSE')?.rule ?? '';
  const merchantId = (message as { Card_Acceptor_Identification_Code?: unknown }).Card_Acceptor_Identification_Code;
  if (state !== 'DECLINED' || !PASSED.has(refusal) || accountNumber === null || amount === null || currency === null) {
    return undefined;
  }
  return typeof merchantId === 'string'
    ? { accountNumber, merchantId: merchantId.trimEnd(), amount, currency }
    : undefined;
}

/** Offers to allow one payment like a declined one: at this merchant, up to this amount, for a short time. */
export function AllowPayment({ decision }: { decision: Authorization }) {
  const { t } = useWords();
  const mayAllow = useHasScope('exceptions:write');
  const [isOpen, setOpen] = useState(false);
  const [isDone, setDone] = useState(false);
  const allowable = allowableIn(decision);
  if (!mayAllow || allowable === undefined) return null;
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<UnlockIcon aria-hidden />}
        disabled={isDone}
        onClick={() => setOpen(true)}
      >
        <span aria-live="polite">{t(isDone ? 'allow.done' : 'allow.open')}</span>
      </Button>
      <FormDialog title={t('allow.title')} isOpen={isOpen} close={() => setOpen(false)}>
        <AllowForm of={allowable} onDone={() => setDone(true)} close={() => setOpen(false)} />
      </FormDialog>
    </>
  );
}

function AllowForm({ of, onDone, close }: { of: Allowable; onDone: () => void; close: () => void }) {
  const { t } = useWords();
  const client = useClient();
  const offset = useClockOffset() ?? 0;
  const [maxAmount, setAmount] = useState(of.amount);
  const [minutes, setMinutes] = useState<number>(MINUTES[0]);
  const [reason, setReason] = useState('');
  const saving = useMutation({
    mutationFn: () =>
      client.accounts.createException(of.accountNumber, {
        merchantId: of.merchantId,
        maxAmount,
        validUntil: new Date(Date.now() + offset + minutes * MINUTE_MS).toISOString(),
        reason,
      }),
    onSuccess: () => {
      onDone();
      close();
    },
  });
  const faults = faultsOf(saving.error);
  return (
    <DialogForm verb={t('allow.verb')} saving={saving} shown={['maxAmount', 'reason']} close={close}>
      <p>
        {t('allow.about', { merchant: of.merchantId })} <Money amount={of.amount} currency={of.currency} />
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
      <NativeSelect
        label={t('allow.for')}
        value={minutes}
        onChange={(event) => setMinutes(Number(event.currentTarget.value))}
      >
        {MINUTES.map((each) => (
          <option key={each} value={each}>
            {each < 60 ? t('allow.minutes', { count: each }) : t('allow.hours', { count: each / 60 })}
          </option>
        ))}
      </NativeSelect>
      <TextInput
        label={t('allow.reason')}
        value={reason}
        error={faultAt(faults, 'reason')}
        maxLength={200}
        required
        data-autofocus
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </DialogForm>
  );
}
