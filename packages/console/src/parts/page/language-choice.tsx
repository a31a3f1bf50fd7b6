import { Button } from '@mantine/core';
import { GlobeIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';

/** Names the other language in that language, so that its readers recognize it. */
export function LanguageChoice() {
  const { language, speak } = useWords();
  const other =
    language === 'en' ? ({ tag: 'ar', name: 'العربية' } as const) : ({ tag: 'en', name: 'English' } as const);
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-sm"
      lang={other.tag}
      leftSection={<GlobeIcon size={16} aria-hidden />}
      onClick={() => speak(other.tag)}
    >
      {other.name}
    </Button>
  );
}
