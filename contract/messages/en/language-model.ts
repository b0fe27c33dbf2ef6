/** Why the language model didn't answer; shown on summary pages and in settings. */
export const languageModel = {
  failures: {
    unreachable: 'Can’t reach the language model',
    slow: 'The language model took too long to respond',
    refused: 'The language model refused the request',
    garbage: 'The language model’s response has the wrong format',
    budget: 'This month’s budget is used up',
    notConfigured: 'No language model is set up',
  },
};

export type LanguageModelTexts = typeof languageModel;
