import type { LanguageModelTexts } from '../en/language-model.ts';

export const languageModel: LanguageModelTexts = {
  failures: {
    unreachable: '无法连接语言模型',
    slow: '语言模型响应超时',
    refused: '语言模型拒绝了请求',
    garbage: '语言模型的回答格式不符合要求',
    budget: '本月预算已用完',
    notConfigured: '尚未配置语言模型',
  },
};
