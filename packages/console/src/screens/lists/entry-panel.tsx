import { ActionIcon, Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type ConfirmAction, ConfirmDialog } from '../../parts/decision/confirm-dialog.tsx';
import { useSecondPerson } from '../../parts/decision/second-person.ts';
import { Notice } from '../../parts/page/notice.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { Category } from '../../parts/value/category.tsx';
import { useHasScope } from '../../session/session.ts';
import { SearchIcon, XCircleIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import { type ListWithEntries, useListChanges, useNeedsSecondPerson } from './list-queries.ts';
import classes from './lists.module.css';

/** The number of entries that are shown without a search. */
const PAGE = 200;

/** Shows the entries of a list, with a search for any part of an entry. */
export function EntryPanel({ list }: { list: ListWithEntries }) {
  const { t } = useWords();
  const mayWrite = useHasScope('programs:write');
  const { remove } = useListChanges();
  const [query, setQuery] = useState('');
  const [visibleCount, showMore] = useState(PAGE);
  const [leaving, setLeaving] = useState<string>();
  const matches = list.entries.filter((entry) => entry.toUpperCase().includes(query.trim().toUpperCase()));
  const second = useSecondPerson();
  const needsSecond = useNeedsSecondPerson(list.name);
  const removal: ConfirmAction | undefined =
    leaving === undefined
      ? undefined
      : {
          title: t('lists.removeTitle', { entry: leaving }),
          effects: [t('lists.removeEffect', { name: list.name })],
          verb: t('lists.remove'),
          carryOut: (reason) => remove(list.name, [leaving], reason),
        };
  const act = removal && needsSecond ? second('list.change', removal) : removal;
  return (
    <Panel title={t('lists.entries')}>
      <TextInput
        label={t('lists.find')}
        value={query}
        dir="ltr"
        autoComplete="off"
        className={classes.find}
        onChange={(event) => setQuery(event.currentTarget.value)}
      />
      {matches.length === 0 ? (
        <Notice icon={SearchIcon} title={t('lists.noEntry')} text={t('lists.noEntryAbout')} />
      ) : (
        <ul className={classes.entries} aria-label={t('lists.entries')}>
          {matches.slice(0, visibleCount).map((entry) => (
            <li key={entry} className={classes.entry}>
              {list.kind === 'mcc' ? <Category code={entry} /> : <bdi dir="ltr">{entry}</bdi>}
              {mayWrite && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="sm"
                  aria-label={t('lists.removeOne', { entry })}
                  onClick={() => setLeaving(entry)}
                >
                  <XCircleIcon size={14} aria-hidden />
                </ActionIcon>
              )}
            </li>
          ))}
        </ul>
      )}
      {matches.length > visibleCount && (
        <Button variant="default" fullWidth mt="md" onClick={() => showMore(visibleCount + PAGE)}>
          {t('list.more')}
        </Button>
      )}
      <ConfirmDialog act={act} close={() => setLeaving(undefined)} />
    </Panel>
  );
}
