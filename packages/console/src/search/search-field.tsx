import { TextInput } from '@mantine/core';
import { useHasScope } from '../session/session.ts';
import { SearchIcon } from '../theme/icons.ts';
import { useWords } from '../words/language.ts';

interface Field {
  readonly typed: string;
  readonly onTyped: (typed: string) => void;
}

export function SearchField({ typed, onTyped }: Field) {
  const { t } = useWords();
  return (
    <TextInput
      type="search"
      size="md"
      mb="md"
      value={typed}
      onChange={(event) => onTyped(event.currentTarget.value)}
      leftSection={<SearchIcon size={16} aria-hidden />}
      aria-label={t('search.title')}
      placeholder={t(useHasScope('merchants:read') ? 'search.hintMerchants' : 'search.hint')}
      maxLength={100}
      autoComplete="off"
      spellCheck={false}
      autoFocus
    />
  );
}
