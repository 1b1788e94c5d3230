/** One button: the address of this view into the clipboard; where that is not allowed, into a field to copy by hand. */
const LONGEST = 8000;  // characters of an address that any server reads

export default function ({ data, parentElement }) {
  let button = parentElement.querySelector("button");
  if (!button) {
    button = document.createElement("button");
    button.style.cssText = `width: 100%; padding: .45rem .8rem; cursor: pointer; font: inherit;
      color: var(--st-text-color); background: var(--st-background-color);
      border: 1px solid var(--st-border-color); border-radius: var(--st-base-radius)`;
    const field = document.createElement("input");
    field.readOnly = true;
    field.style.cssText = "width: 100%; margin-top: .4rem; box-sizing: border-box";
    field.hidden = true;
    parentElement.append(button, field);
    button.addEventListener("click", async () => {
      const address = window.location.href;
      if (address.length > LONGEST) {
        button.textContent = button.dataset.long;
        return;
      }
      try {
        await navigator.clipboard.writeText(address);
        button.textContent = button.dataset.copied;
        setTimeout(() => (button.textContent = button.dataset.copy), 1500);
      } catch {
        Object.assign(field, { hidden: false, value: address });
        field.select();
      }
    });
  }
  Object.assign(button.dataset, { copy: data.copy, copied: data.copied, long: data.too_long });
  button.textContent = data.copy;
}
