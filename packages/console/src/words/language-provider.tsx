import { useDirection } from '@mantine/core';
import { type ReactNode, useLayoutEffect, useMemo, useState } from 'react';
import { firstLanguage, keepLanguage, SpeechContext } from './language.ts';
import { type Language, LOCALES } from './say.ts';

export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState(firstLanguage);
  const { setDirection } = useDirection();
  // the page itself says it: fonts, hyphens and screen readers follow, and what is mirrored
  useLayoutEffect(() => {
    document.documentElement.lang = language;
    setDirection(language === 'ar' ? 'rtl' : 'ltr');
  }, [language, setDirection]);
  const speech = useMemo(() => {
    const speak = (chosen: Language) => {
      keepLanguage(chosen);
      setLanguage(chosen);
    };
    return { language, locale: LOCALES[language], speak };
  }, [language]);
  return <SpeechContext value={speech}>{children}</SpeechContext>;
}
