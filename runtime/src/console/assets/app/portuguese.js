// The Portuguese texts of the pages, by their English ones, in alphabetical order.

/** @type {Record<string, string>} */
export const portuguese = {
  "Back": "Voltar",
  "Choose a page of the list.": "Escolha uma página da lista.",
  "Entry": "Registro",
  "Kind": "Tipo",
  "No question waits.": "Nenhuma pergunta espera.",
  "No such page": "Esta página não existe",
  "Open an address of this console from a tab that has a session, or run this in a terminal of this machine:": "Abra um endereço deste console a partir de uma aba com sessão, ou execute isto num terminal desta máquina:",
  "Pages": "Páginas",
  "Questions": "Perguntas",
  "The call is allowed.": "A chamada foi permitida.",
  "The call is denied.": "A chamada foi negada.",
  "The console does not answer; trying again …": "O console não responde; tentando de novo …",
  "The console was cut off; connecting anew …": "O console foi desligado; conectando de novo …",
  "There is no session here": "Não há sessão aqui",
  "Time": "Hora",
  "Timeline": "Linha do tempo",
  "To the content": "Ir ao conteúdo",
  "Tool": "Ferramenta",
  "Try again": "Tentar de novo",
  "console of": "console de",
  "until": "até",
  "{count} wait": "{count} esperam",
};
