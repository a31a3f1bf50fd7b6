import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

/** The accent color. The seventh shade is a background for white text, and the sixth is text on white. */
const accent: MantineColorsTuple = [
  '#eef1ff',
  '#dbe1fc',
  '#b5c0f5',
  '#8c9def',
  '#6a7fea',
  '#4a64e0',
  '#3a55d6',
  '#2b4acb',
  '#233da8',
  '#1a2f85',
];

export const theme = createTheme({
  colors: { accent },
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 5 },
  fontFamily: "'Inter Variable', 'IBM Plex Sans Arabic', system-ui, sans-serif",
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  headings: { fontWeight: '600', fontFamily: 'inherit' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
});

/** Adds contrast to the library's grays, so that everyone can read secondary text. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#565d66',
    '--mantine-color-placeholder': '#656c75',
    '--mantine-color-error': '#b3261e',
    '--mantine-color-anchor': '#2b4acb',
    '--mantine-color-body': '#ffffff',
    '--console-ground': '#f6f7f9',
    '--console-line': '#dfe2e7',
    '--console-hover': '#eef0f4',
  },
  dark: {
    '--mantine-color-dimmed': '#a9b0ba',
    '--mantine-color-placeholder': '#99a0aa',
    '--mantine-color-error': '#ff8a80',
    '--mantine-color-anchor': '#a3b2ff',
    '--mantine-color-text': '#e4e7eb',
    '--mantine-color-body': '#1b1e24',
    '--console-ground': '#13151a',
    '--console-line': '#343943',
    '--console-hover': '#262a32',
  },
});
