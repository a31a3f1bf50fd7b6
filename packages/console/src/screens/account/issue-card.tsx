import type { AccountDetails } from '@cardwright/contract';
import { TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { AddressText } from '../../parts/issuing/address-fields.tsx';
import { type CardForm, CardFormChoice } from '../../parts/issuing/card-form-choice.tsx';
import { DialogForm, FormDialogButton } from '../../parts/issuing/form-dialog.tsx';
import classes from '../../parts/issuing/issuing.module.css';
import { useMailingAddress } from '../../parts/issuing/use-mailing-address.ts';
import { useProducts } from '../../parts/issuing/use-products.ts';
import { faultAt, faultsOf } from '../../parts/page/findings.tsx';
import { QueryBoundary } from '../../parts/page/query-boundary.tsx';
import { useClient, useHasScope } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';

/** Issues a card of an account to its owner. Shown to people who may do that. */
export function IssueCard({ account }: { account: AccountDetails }) {
  const { t } = useWords();
  if (!useHasScope('cards:write')) return null;
  return (
    <FormDialogButton title={t('issueCard.title')}>
      {(close) => <IssueForm account={account} close={close} />}
    </FormDialogButton>
  );
}

const LONGEST_NAME = 26;

function IssueForm({ account, close }: { account: AccountDetails; close: () => void }) {
  const { t } = useWords();
  const navigate = useNavigate();
  const [form, setForm] = useState<CardForm>('P');
  const [typed, type] = useState<string>();
  const owner = useMailingAddress(account.customer_id);
  const holder = typed ?? owner.data?.cardName.slice(0, LONGEST_NAME) ?? '';
  const issue = useIssue(account);
  const saving = useMutation({
    mutationFn: () => issue(holder, form),
    onSuccess: ({ card_identifier_id: exid }) => navigate({ to: '/cards/$exid', params: { exid } }),
  });
  return (
    <DialogForm verb={t('issueCard.title')} saving={saving} displayed={['card.cardholder_name']} close={close}>
      <p>{t('issueCard.about', { account: account.account_number })}</p>
      <TextInput
        label={t('issueCard.holder')}
        value={holder}
        error={faultAt(faultsOf(saving.error), 'card.cardholder_name')}
        maxLength={LONGEST_NAME}
        required
        data-autofocus
        autoComplete="off"
        onChange={(event) => type(event.currentTarget.value)}
      />
      <CardFormChoice form={form} onChange={setForm} />
      {form === 'P' && (
        <QueryBoundary query={owner}>
          {({ address }) => (
            <div>
              <div className={classes.legend}>{t('address.title')}</div>
              {address === undefined && <p>{t('address.none')}</p>}
              {address === 'MASKED' && <p>{t('address.masked')}</p>}
              {typeof address === 'object' && <AddressText address={address} />}
            </div>
          )}
        </QueryBoundary>
      )}
    </DialogForm>
  );
}

/** Issues a card with the values of the account and its product. */
function useIssue({ account_number: accountNumber, customer_id: customerId, ...account }: AccountDetails) {
  const client = useClient();
  const cache = useQueryClient();
  const products = useProducts();
  return async (holder: string, form: CardForm) => {
    const all = products.data ?? (await products.refetch({ throwOnError: true })).data ?? [];
    const product = all.find(({ product_code: code }) => code === account.product_code);
    const issued = await client.cards.create({
      customer_id: customerId,
      account_number: accountNumber,
      card_type: account.card_type,
      card: {
        customer_id: customerId,
        account_number: accountNumber,
        cardholder_name: holder.trim(),
        bin_number: product?.bin_number ?? '',
        product_code: account.product_code,
        card_role: 'P',
        currency: account.currency,
        card_virtual_indicator: form,
      },
    });
    await cache.invalidateQueries({ queryKey: ['cards'] });
    return issued;
  };
}
