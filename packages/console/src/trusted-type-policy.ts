/**
 * The page lets nobody turn text into markup or script (docs/console.md#what-protects-the-page). One library writes style sheets the
 * way markup is written: text that could be no markup passes, anything else is refused by the browser.
 */
interface PolicyFactory {
  createPolicy(name: string, rules: { createHTML: (text: string) => string | null }): unknown;
}

const { trustedTypes } = window as { trustedTypes?: PolicyFactory };

trustedTypes?.createPolicy('default', {
  createHTML: (text) => (/[<&]/.test(text) ? null : text),
});
