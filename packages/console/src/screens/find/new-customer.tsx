import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { AddressFields } from '../../parts/issuing/address-fields.tsx';
import { DialogForm, FormDialog } from '../../parts/issuing/form-dialog.tsx';
import { faultsOf, faultsUnder } from '../../parts/page/findings.tsx';
import { useClient, useHasScope, useSession } from '../../session/session.ts';
import { PlusIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import { type CustomerDraft, clientToSend, EMPTY_CUSTOMER } from './customer-draft.ts';
import { CUSTOMER_PATHS, CustomerFields } from './customer-fields.tsx';

/** Creates a customer. Shown to people who may do that. */
export function NewCustomer() {
  const { t } = useWords();
  const [isOpen, open] = useState(false);
  const close = () => open(false);
  if (!useHasScope('clients:write')) return null;
  return (
    <>
      <Button variant="default" leftSection={<PlusIcon aria-hidden />} onClick={() => open(true)} data-opens>
        {t('newCustomer.title')}
      </Button>
      <FormDialog title={t('newCustomer.title')} isOpen={isOpen} close={close}>
        <CustomerForm close={close} />
      </FormDialog>
    </>
  );
}

const ADDRESS = 'addresses[0]';

function CustomerForm({ close }: { close: () => void }) {
  const { t } = useWords();
  const client = useClient();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const { house } = useSession();
  const [draft, setDraft] = useState<CustomerDraft>(EMPTY_CUSTOMER);
  const saving = useMutation({
    mutationFn: async () => {
      await client.clients.create(clientToSend(draft, house.bank_code ?? ''));
      await cache.invalidateQueries({ queryKey: ['customer'] });
    },
    onSuccess: () => navigate({ to: '/customers/$customerId', params: { customerId: draft.id.trim() } }),
  });
  const faults = faultsOf(saving.error);
  return (
    <DialogForm verb={t('newCustomer.create')} saving={saving} shown={[...CUSTOMER_PATHS, ADDRESS]} close={close}>
      <CustomerFields draft={draft} faults={faults} set={(change) => setDraft({ ...draft, ...change })} />
      <AddressFields
        title={t('newCustomer.mailing')}
        address={draft.address}
        isRequired={false}
        faults={faultsUnder(faults, ADDRESS)}
        onChange={(address) => setDraft({ ...draft, address })}
      />
    </DialogForm>
  );
}
