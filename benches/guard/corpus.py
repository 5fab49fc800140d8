"""corpus.py SEED: Spanish sentences with personal data in known places, and with numbers that only look like it.

A JSON object per line: {"text": …, "gold": [[type, start, end], …]}. Check digits come from python-stdnum, which shares
nothing with the guard. The sentences are ours.
"""

import json
import random
import string
import sys

from stdnum import iban, luhn
from stdnum.es import ccc, cif, dni
from stdnum.mx import curp, rfc

LETTERS = string.ascii_uppercase
CONSONANTS = "BCDFGHJKLMNPRSTVWXYZ"
EACH = 60
SENTENCES = {
    "dni": ["Mi DNI es {}.", "El titular, con NIF {}, firma el contrato.", "Paciente {} citado el 12/03/2025 a las 10:30.", "{} es el documento que aparece en la factura 2024-00123."],
    "nie": ["Mi NIE es {}.", "La trabajadora con NIE {} causa alta el 1 de mayo.", "Adjunto copia del {} para el expediente 34/2024."],
    "cif": ["El CIF de la empresa es {}.", "Factúrelo a Talleres Ruiz S.L., {}, por favor.", "Proveedor {} dado de alta en 2019."],
    "nuss": ["Número de la Seguridad Social: {}.", "El afiliado {} cotizó 3.650 días.", "Mi NUSS es {}, ¿cuánto me queda?"],
    "iban": ["Ingrésenlo en {} antes del viernes.", "Mi IBAN es {} y el importe son 1.250,00 €.", "Domiciliado en la cuenta {}."],
    "ccc": ["La cuenta antigua era {}.", "Número de cuenta: {} (Banco Sol)."],
    "card": ["Pagué con la tarjeta {} el martes.", "Cargo duplicado en {}, importe 45,90 €.", "{} caduca en 09/27."],
    "phone": ["Llámeme al {}.", "Mi teléfono es {} y trabajo por las tardes.", "Contacto: {} (Ana)."],
    "curp": ["Mi CURP es {}.", "Registro {} de la aspirante."],
    "rfc": ["El RFC es {}.", "Facture al contribuyente {}."],
    "ssn": ["Mi SSN es {}.", "El empleado estadounidense ({}) aún no tiene NIE."],
    "email": ["Escríbame a {}.", "El correo {} rebota desde ayer.", "Reenvíelo a {}, gracias."],
    "passport": ["Viajo con el pasaporte {}.", "Número de pasaporte: {}."],
    "plate": ["La matrícula es {}.", "Mi coche, {}, no arranca.", "El vehículo {} pasa la ITV en junio."],
    "ip": ["El acceso fue desde {}.", "La IP {} está bloqueada."],
}
PLAIN = [
    "El pedido {a} salió el 15/01/2024 con 3 unidades a 1.250,00 € cada una.", "Según el artículo 34.8 del Estatuto y la Ley 39/2015, el plazo es de {b} días.",
    "La referencia {c} no figura en el catálogo de 2024.", "Reunión el 2025-03-12 a las 10:30 en la sala {b}.", "Coste total: {d} euros, IVA incluido.",
    "ISBN 978-84-376-{b}94-7, págs. 100-200.", "El lote {e} caduca en 09/2027.", "Actualice a la versión 10.0.{b}.1 del programa.", "Coordenadas 40.4168, -3.7038; cota {b} m.",
    "El contador marca {a} kWh y la lectura anterior fue {e}.",
]


def digits(count):
    return "".join(random.choices(string.digits, k=count))


def letters(count, among=LETTERS):
    return "".join(random.choices(among, k=count))


def date():
    return f"{random.randint(50, 99)}{random.randint(1, 12):02}{random.randint(1, 28):02}"


def make(kind):
    if kind == "dni":
        number = digits(8)
        letter = dni.calc_check_digit(number)
        dots = f"{number[:2]}.{number[2:5]}.{number[5:]}"
        return random.choice([number + letter, f"{number}-{letter}", f"{dots}-{letter}", f"{dots} {letter}", f"{number} {letter}", (number + letter).lower()])
    if kind == "nie":
        first, number = random.choice("XYZ"), digits(7)
        letter = dni.calc_check_digit(str("XYZ".index(first)) + number)
        return random.choice([first + number + letter, f"{first}-{number}-{letter}"])
    if kind == "cif":
        number = digits(7)
        first = random.choice("ABEHPQSWCDFGJNRUV")
        check = cif.calc_check_digits(first + number)
        check = check[0] if first in "ABEH" else check[-1]
        return random.choice([first + number + check, f"{first}-{number}{check}"])
    if kind == "nuss":
        province, number = random.randint(1, 52), random.randint(10_000_000, 99_999_999)
        check = int(f"{province}{number}") % 97
        return random.choice(["{:02}{}{:02}", "{:02}/{}/{:02}", "{:02} {} {:02}"]).format(province, number, check)
    if kind in ("iban", "ccc"):
        bank, account = digits(8), digits(10)
        account = bank + ccc.calc_check_digits(bank + "00" + account) + account
        if kind == "ccc":
            return random.choice([account, f"{account[:4]} {account[4:8]} {account[8:10]} {account[10:]}", f"{account[:4]}-{account[4:8]}-{account[8:10]}-{account[10:]}"])
        number = "ES" + iban.calc_check_digits("ES00" + account) + account
        return random.choice([number, " ".join(number[at : at + 4] for at in range(0, 24, 4))])
    if kind == "card":
        first, length = random.choice([("4", 16), ("51", 16), ("55", 16), ("2221", 16), ("34", 15), ("37", 15), ("6011", 16)])
        number = first + digits(length - len(first) - 1)
        number += luhn.calc_check_digit(number)
        return random.choice([number, " ".join(number[at : at + 4] for at in range(0, length, 4))])
    if kind == "phone":
        mobile, fixed = random.choice("67") + str(random.randint(1, 9)) + digits(7), "9" + random.choice("12345678") + digits(7)
        abroad = str(random.randint(2, 9)) + str(random.choice([0, 2, 3, 4])) + str(random.randint(2, 9))
        exchange = str(random.randint(2, 9)) + str(random.choice([0, 2, 3, 4])) + str(random.randint(2, 9))
        return random.choice([
            f"+34 {mobile[:3]} {mobile[3:6]} {mobile[6:]}", f"+34{mobile}", f"{mobile[:3]} {mobile[3:5]} {mobile[5:7]} {mobile[7:]}", mobile, f"{fixed[:3]} {fixed[3:6]} {fixed[6:]}", f"{fixed[:2]} {fixed[2:5]} {fixed[5:7]} {fixed[7:]}",
            f"0034 {fixed}", f"({abroad}) {exchange}-{digits(4)}", f"+1 {abroad}-{exchange}-{digits(4)}", f"+52 55 {random.randint(2, 9)}{digits(3)} {digits(4)}",
        ])
    if kind == "curp":
        body = letters(1) + random.choice("AEIOU") + letters(2, CONSONANTS) + date() + random.choice("HM") + random.choice(["DF", "JC", "NL", "MC", "VZ"]) + letters(3, "BCDFGHJKLMNPQRSTVWXYZ") + "0"
        return body + curp.calc_check_digit(body + "0")
    if kind == "rfc":
        body = letters(1) + random.choice("AEIOU") + letters(2, CONSONANTS) + date() + letters(2)
        return body + rfc.calc_check_digit(body)
    if kind == "ssn":
        return f"{random.randint(100, 665)}-{random.randint(1, 99):02}-{random.randint(1, 9999):04}"
    if kind == "email":
        return f"{random.choice(['ana', 'j.perez', 'maria-luz', 'info.ventas', 'pep2'])}@{random.choice(['gmail.com', 'empresa.es', 'correo.clinica.org', 'outlook.com'])}"
    if kind == "passport":
        return letters(3) + digits(6)
    if kind == "plate":
        return random.choice(["{}{}", "{} {}", "{}-{}"]).format(digits(4), letters(3, CONSONANTS))
    return ".".join(str(random.randint(1, 254)) for _ in range(4))


def spoiled(kind):
    """The same with a check digit that does not hold."""
    while True:
        value = make(kind)
        places = [at for at, sign in enumerate(value) if sign.isdigit()]
        at = random.choice(places)
        value = value[:at] + str((int(value[at]) + random.randint(1, 9)) % 10) + value[at + 1 :]
        return value


def main():
    random.seed(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
    rows = []
    for kind, sentences in SENTENCES.items():
        for _ in range(EACH):
            before, after = random.choice(sentences).split("{}")
            value = make(kind)
            rows.append({"text": before + value + after, "gold": [[kind, len(before), len(before) + len(value)]]})
    for kind in ("dni", "nie", "cif", "iban", "card", "ccc"):
        for _ in range(EACH):
            rows.append({"text": f"La referencia {spoiled(kind)} consta en el albarán.", "gold": [], "spoiled": kind})
    for _ in range(10 * EACH):
        sentence = random.choice(PLAIN)
        a, b, c, d, e = digits(8), random.randint(2, 99), f"{letters(2)}-{digits(5)}", f"{random.randint(1, 999)}.{digits(3)},{digits(2)}", digits(6)
        rows.append({"text": sentence.format(a=a, b=b, c=c, d=d, e=e), "gold": []})
    random.shuffle(rows)
    for row in rows:
        print(json.dumps(row, ensure_ascii=False))


if __name__ == "__main__":
    main()
