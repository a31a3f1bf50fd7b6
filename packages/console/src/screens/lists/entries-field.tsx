import type { ListKind } from '@cardwright/contract';
import { Textarea } from '@mantine/core';
import { useWords } from '../../words/language.ts';
import { MAX_ENTRIES_PER_REQUEST, parseEntries } from './list-entries.ts';

interface EntriesParts {
  readonly label: string;
  readonly kind: ListKind;
  readonly text: string;
  readonly onChange: (text: string) => void;
}

/** An input for many entries, pasted from a table or a file. It reports invalid entries while the user types. */
export function EntriesField({ label, kind, text, onChange }: EntriesParts) {
  const { t } = useWords();
  const { entries, faulty } = parseEntries(text, kind);
  const isTooMany = entries.length > MAX_ENTRIES_PER_REQUEST;
  return (
    <Textarea
      label={label}
      description={t('lists.entriesAbout', { count: entries.length })}
      error={
        faulty === undefined
          ? isTooMany && t('lists.tooMany', { count: MAX_ENTRIES_PER_REQUEST })
          : t(kind === 'mcc' ? 'lists.noCategory' : 'lists.noMerchant', { entry: faulty.slice(0, 40) })
      }
      value={text}
      dir="ltr"
      autosize
      minRows={3}
      maxRows={14}
      spellCheck={false}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** Whether the entries can be sent. */
export function canSend(text: string, kind: ListKind): boolean {
  const { entries, faulty } = parseEntries(text, kind);
  return faulty === undefined && entries.length <= MAX_ENTRIES_PER_REQUEST;
}
