import { useDebouncedCallback } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { NoPermission } from '../../parts/page/error-notice.tsx';
import { Page } from '../../parts/page/page.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { parseQuery } from '../../search/parse-query.ts';
import { SearchField } from '../../search/search-field.tsx';
import { SearchResults } from '../../search/search-results.tsx';
import { useHasScope } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { NewCustomer } from './new-customer.tsx';

const TYPING_PAUSE_MS = 150;

export function FindPage() {
  const mayFind = useHasScope('clients:read', 'cards:read', 'accounts:read', 'merchants:read');
  return mayFind ? <FindField /> : <NoPermission />;
}

/** A search field for names and numbers of all kinds. The typed text is in the address, except card numbers. */
function FindField() {
  const { t } = useWords();
  const { q = '' } = useSearch({ from: '/find' });
  const navigate = useNavigate({ from: '/find' });
  const [typed, setTyped] = useState(q);
  const settle = useDebouncedCallback((text: string) => {
    const storedSearch = parseQuery(text).isCardNumber || text === '' ? {} : { q: text };
    void navigate({ search: storedSearch, replace: true });
  }, TYPING_PAUSE_MS);
  const onTyped = (text: string) => {
    setTyped(text);
    settle(text);
  };
  const isCardNumber = parseQuery(typed).isCardNumber;
  return (
    <Page title={t('find.title')} about={t('find.about')} actions={<NewCustomer />}>
      <Panel title={t('find.field')}>
        <SearchField typed={typed} onTyped={onTyped} />
        <SearchResults typed={isCardNumber ? typed : q} />
      </Panel>
    </Page>
  );
}
