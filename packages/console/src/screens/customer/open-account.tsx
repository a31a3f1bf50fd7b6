import { CREDIT_LIMIT_FIELD, type ProductProgram } from '@cardwright/contract';
import { NativeSelect, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { DialogForm, FormDialogButton } from '../../parts/issuing/form-dialog.tsx';
import classes from '../../parts/issuing/issuing.module.css';
import { useProducts } from '../../parts/issuing/use-products.ts';
import { faultAt, faultsOf } from '../../parts/page/findings.tsx';
import { QueryBoundary } from '../../parts/page/query-boundary.tsx';
import { useClient, useHasScope, useSession } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';

/** Opens an account for a customer. Shown to people who may do that. */
export function OpenAccount({ customerId }: { customerId: string }) {
  const { t } = useWords();
  const mayOpen = useHasScope('accounts:write');
  const products = useProducts(mayOpen);
  if (!mayOpen) return null;
  return (
    <FormDialogButton title={t('openAccount.title')}>
      {(close) => (
        <QueryBoundary query={products}>
          {(items) => <AccountForm customerId={customerId} products={items} close={close} />}
        </QueryBoundary>
      )}
    </FormDialogButton>
  );
}

interface FormParts {
  readonly customerId: string;
  readonly products: readonly ProductProgram[];
  readonly close: () => void;
}

const FIELDS = ['account.product_code', 'account.branch_code', 'account.currency', 'custom_fields'];

function AccountForm({ customerId, products, close }: FormParts) {
  const { t } = useWords();
  const client = useClient();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const { house } = useSession();
  const [code, choose] = useState(products[0]?.product_code ?? '');
  const [branch, setBranch] = useState('');
  const [currency, setCurrency] = useState(house.currency ?? '');
  const [opening, setOpening] = useState('');
  const saving = useMutation({
    mutationFn: async () => {
      const product = products.find(({ product_code: each }) => each === code);
      const opened = await client.accounts.create({
        customer_id: customerId,
        card_type: product?.card_type ?? 'DEBIT',
        account: { customer_id: customerId, branch_code: branch.trim(), product_code: code, currency },
        ...(opening.trim() !== '' && { custom_fields: [{ key: CREDIT_LIMIT_FIELD, value: opening.trim() }] }),
      });
      await cache.invalidateQueries({ queryKey: ['accounts'] });
      return opened;
    },
    onSuccess: ({ account_number: accountNumber }) =>
      navigate({ to: '/accounts/$accountNumber', params: { accountNumber } }),
  });
  const faults = faultsOf(saving.error);
  return (
    <DialogForm verb={t('openAccount.title')} saving={saving} displayed={FIELDS} close={close}>
      <NativeSelect
        label={t('accounts.product')}
        value={code}
        error={faultAt(faults, 'account.product_code')}
        data-autofocus
        onChange={(event) => choose(event.currentTarget.value)}
      >
        {products.map(({ product_code: each, name }) => (
          <option key={each} value={each}>
            {name}
          </option>
        ))}
      </NativeSelect>
      <div className={classes.fields}>
        <TextInput
          label={t('openAccount.branch')}
          value={branch}
          error={faultAt(faults, 'account.branch_code')}
          maxLength={10}
          required
          dir="ltr"
          onChange={(event) => setBranch(event.currentTarget.value)}
        />
        <TextInput
          label={t('openAccount.currency')}
          value={currency}
          error={faultAt(faults, 'account.currency')}
          maxLength={3}
          required
          dir="ltr"
          onChange={(event) => setCurrency(event.currentTarget.value.toUpperCase())}
        />
        <TextInput
          label={t('openAccount.opening')}
          description={t('openAccount.openingAbout')}
          value={opening}
          error={faultAt(faults, 'custom_fields')}
          inputMode="decimal"
          maxLength={20}
          dir="ltr"
          className={classes.wide}
          onChange={(event) => setOpening(event.currentTarget.value)}
        />
      </div>
    </DialogForm>
  );
}
