import { useDirection } from '@mantine/core';
import { type ReactNode, useLayoutEffect, useMemo, useState } from 'react';
import { initialLanguage, LanguageContext, storeLanguage } from './language.ts';
import { loadLanguage } from './load-language.ts';
import { type Language, LOCALES } from './translate.ts';

/** The words of the first language must be loaded. Those of another language load when a person selects it. */
export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState(initialLanguage);
  const { setDirection } = useDirection();
  // The document states its language, for fonts, hyphenation, screen readers and mirroring.
  useLayoutEffect(() => {
    document.documentElement.lang = language;
    setDirection(language === 'ar' ? 'rtl' : 'ltr');
  }, [language, setDirection]);
  const speech = useMemo(() => {
    const speak = (selected: Language) => {
      const browserLanguage = () => {
        storeLanguage(selected);
        setLanguage(selected);
      };
      // If the texts of a language fail to load, the page stays in its current language.
      loadLanguage(selected).then(browserLanguage, () => undefined);
    };
    return { language, locale: LOCALES[language], speak };
  }, [language]);
  return <LanguageContext value={speech}>{children}</LanguageContext>;
}
