/* Shows the address of this service where the sources of the page have that of the development service. */
const [address] = window.location.href.split('/v1/openapi/', 1);
const texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
while (texts.nextNode()) {
  texts.currentNode.data = texts.currentNode.data.replaceAll('http://127.0.0.1:8080', address);
}
