import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { ErrorNotice } from '../parts/page/error-notice.tsx';
import { Loading } from '../parts/page/loading.tsx';
import { Notice } from '../parts/page/notice.tsx';
import { useReadiness } from '../parts/palette/palette-context.ts';
import { SearchIcon, ShieldLockIcon } from '../theme/icons.ts';
import { useWords } from '../words/language.ts';
import { CardChangeDialog } from './card-change-dialog.tsx';
import { KeyList } from './key-list.tsx';
import { usePageItems } from './page-items.ts';
import { type CardCommand, parseCardCommand } from './parse-card-command.ts';
import type { SearchQuery } from './parse-query.ts';
import { useRecordItems } from './record-items.tsx';
import { OptionList } from './result-list.tsx';
import { type ChosenChange, useCardCommands } from './use-card-commands.ts';
import { useNamedItems } from './use-named-items.ts';
import { useSearchResults } from './use-search-results.ts';

const TYPING_PAUSE_MS = 150;

/**
 * The results of the palette: pages, actions, recent pages, records, rules, lists and endpoints. `?` lists the keys.
 */
export function PaletteResults({ typed }: { typed: string }) {
  const [change, setChange] = useState<ChosenChange>();
  return (
    <>
      {typed.trim() === '?' ? <KeyList /> : <Results typed={typed} choose={setChange} />}
      <CardChangeDialog change={change} close={() => setChange(undefined)} />
    </>
  );
}

function Results({ typed, choose }: { typed: string; choose: (change: ChosenChange) => void }) {
  const { t } = useWords();
  const command = parseCardCommand(typed, {
    block: ['block', t('card.block')],
    unblock: ['unblock', t('card.unblock')],
  });
  const text = command?.card ?? typed;
  const [settled] = useDebouncedValue(text, TYPING_PAUSE_MS);
  const { query, found, isRequested } = useSearchResults(settled);
  const pages = usePageItems(typed);
  const records = useRecordItems(isRequested ? found.data : undefined);
  const namedItems = useNamedItems(typed);
  const commands = useCardCommands(command, isRequested ? (found.data?.cards ?? []) : [], choose);
  const isSearching = isRequested && (found.isLoading || found.isPlaceholderData);
  const isBusy = settled !== text || isSearching || namedItems.isBusy || commands.isBusy;
  useReadiness(isBusy);
  const groups = [
    { title: t('palette.actions'), items: [...commands.items, ...pages.actions] },
    { title: t('palette.recent'), items: pages.recent },
    { title: t('palette.pages'), items: pages.pages },
    { title: t('search.found'), items: [...records, ...namedItems.items] },
  ];
  const ordered = typed.trim() === '' ? [groups[1]!, groups[2]!, groups[0]!] : groups;
  const isEmpty = groups.every(({ items }) => items.length === 0);
  if (isEmpty && isBusy) return <Loading />;
  return (
    <>
      <OptionList groups={ordered} isBusy={isBusy} />
      <Explanation
        typed={typed}
        query={query}
        command={command}
        isEmpty={isEmpty}
        hasCommand={commands.items.length > 0}
      />
      {found.error !== null && <ErrorNotice error={found.error} retry={() => void found.refetch()} />}
    </>
  );
}

interface Explained {
  readonly typed: string;
  readonly query: SearchQuery;
  readonly command: CardCommand | undefined;
  readonly isEmpty: boolean;
  readonly hasCommand: boolean;
}

/** Explains why there was no search, or what else to type. */
function Explanation({ typed, query, command, isEmpty, hasCommand }: Explained) {
  const { t } = useWords();
  if (query.isCardNumber) {
    return <Notice icon={ShieldLockIcon} title={t('search.cardNumber')} text={t('search.cardNumberAbout')} />;
  }
  if (command !== undefined && !hasCommand) {
    return <Notice icon={SearchIcon} title={t('palette.whichCard')} text={t('palette.whichCardAbout')} />;
  }
  if (!isEmpty) return null;
  return query.needsMore ? (
    <Notice icon={SearchIcon} title={t('search.lastFour')} text={t('search.lastFourAbout')} />
  ) : (
    <Notice icon={SearchIcon} title={t('search.nothing', { typed })} text={t('search.nothingAbout')} />
  );
}
