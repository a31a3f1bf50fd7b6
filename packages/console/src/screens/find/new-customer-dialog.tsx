import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { AddressFields } from '../../parts/issuing/address-fields.tsx';
import { DialogForm, FormDialog } from '../../parts/issuing/form-dialog.tsx';
import { faultsOf, faultsUnder } from '../../parts/page/findings.tsx';
import { useClient, useSession } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { type CustomerDraft, clientToSend, EMPTY_CUSTOMER } from './customer-draft.ts';
import { CUSTOMER_PATHS, CustomerFields } from './customer-fields.tsx';

const ADDRESS = 'addresses[0]';

/** The dialog for a new customer. */
export function NewCustomerDialog({ close }: { close: () => void }) {
  const { t } = useWords();
  return (
    <FormDialog title={t('newCustomer.title')} isOpen close={close}>
      <CustomerForm close={close} />
    </FormDialog>
  );
}

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
    <DialogForm verb={t('newCustomer.create')} saving={saving} displayed={[...CUSTOMER_PATHS, ADDRESS]} close={close}>
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
