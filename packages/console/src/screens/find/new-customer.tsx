import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useHasScope } from '../../session/session.ts';
import { PlusIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';

/** Loaded when it is opened, because the search is the first page. */
const NewCustomerDialog = lazy(async () => ({
  default: (await import('./new-customer-dialog.tsx')).NewCustomerDialog,
}));

/** Creates a customer. Shown to people who may do that. */
export function NewCustomer() {
  const { t } = useWords();
  const [isOpen, open] = useState(false);
  if (!useHasScope('clients:write')) return null;
  return (
    <>
      <Button variant="default" leftSection={<PlusIcon aria-hidden />} onClick={() => open(true)} data-opens>
        {t('newCustomer.title')}
      </Button>
      <Suspense fallback={null}>{isOpen && <NewCustomerDialog close={() => open(false)} />}</Suspense>
    </>
  );
}
