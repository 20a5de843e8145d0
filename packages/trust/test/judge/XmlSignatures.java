import java.io.ByteArrayInputStream;
import java.io.FileOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.List;
import javax.xml.crypto.dom.DOMStructure;
import javax.xml.crypto.dsig.CanonicalizationMethod;
import javax.xml.crypto.dsig.DigestMethod;
import javax.xml.crypto.dsig.Reference;
import javax.xml.crypto.dsig.Transform;
import javax.xml.crypto.dsig.XMLSignatureFactory;
import javax.xml.crypto.dsig.dom.DOMSignContext;
import javax.xml.crypto.dsig.dom.DOMValidateContext;
import javax.xml.crypto.dsig.spec.C14NMethodParameterSpec;
import javax.xml.crypto.dsig.spec.TransformParameterSpec;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * XML signatures as the JDK makes and verifies them.
 * verify LIST CERTIFICATE: prints "valid" or "invalid".
 * sign LIST KEY CERTIFICATE PROPERTIES CANONICALISATION OUT: signs LIST, enveloped, with PROPERTIES in an Object.
 */
final class XmlSignatures {
  private static final XMLSignatureFactory FACTORY = XMLSignatureFactory.getInstance("DOM");

  public static void main(String[] args) throws Exception {
    if (args[0].equals("verify")) verify(args);
    else sign(args);
  }

  private static void verify(String[] args) throws Exception {
    Document document = read(args[1]);
    NodeList found = document.getElementsByTagNameNS("http://www.w3.org/2000/09/xmldsig#", "Signature");
    DOMValidateContext context = new DOMValidateContext(certificate(args[2]).getPublicKey(), found.item(0));
    context.setProperty("org.jcp.xml.dsig.secureValidation", Boolean.TRUE);
    System.out.println(FACTORY.unmarshalXMLSignature(context).validate(context) ? "valid" : "invalid");
  }

  private static void sign(String[] args) throws Exception {
    Document document = read(args[1]);
    byte[] octets = Files.readAllBytes(Path.of(args[2]));
    PrivateKey key = KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(octets));
    Element properties = (Element) document.importNode(read(args[4]).getDocumentElement(), true);
    Element signed = (Element) properties.getFirstChild();
    signed.setIdAttribute("Id", true);
    DigestMethod digest = FACTORY.newDigestMethod(DigestMethod.SHA256, null);
    Transform enveloped = FACTORY.newTransform(Transform.ENVELOPED, (TransformParameterSpec) null);
    Transform canonical = FACTORY.newTransform(args[5], (TransformParameterSpec) null);
    Reference list = FACTORY.newReference("", digest, List.of(enveloped, canonical), null, null);
    String type = "http://uri.etsi.org/01903#SignedProperties";
    Reference second = FACTORY.newReference("#" + signed.getAttribute("Id"), digest, List.of(canonical), type, null);
    var info = FACTORY.newSignedInfo(
        FACTORY.newCanonicalizationMethod(args[5], (C14NMethodParameterSpec) null),
        FACTORY.newSignatureMethod("http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256", null),
        List.of(list, second));
    var keys = FACTORY.getKeyInfoFactory();
    var keyInfo = keys.newKeyInfo(List.of(keys.newX509Data(List.of(certificate(args[3])))));
    var object = FACTORY.newXMLObject(List.of(new DOMStructure(properties)), null, null, null);
    DOMSignContext context = new DOMSignContext(key, document.getDocumentElement());
    context.setDefaultNamespacePrefix("ds");
    FACTORY.newXMLSignature(info, keyInfo, List.of(object), null, null).sign(context);
    try (FileOutputStream out = new FileOutputStream(args[6])) {
      TransformerFactory.newInstance().newTransformer().transform(new DOMSource(document), new StreamResult(out));
    }
  }

  private static Document read(String path) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setNamespaceAware(true);
    factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
    Document document = factory.newDocumentBuilder().parse(path);
    mark(document.getDocumentElement());
    return document;
  }

  /** Attributes named Id are identifiers. */
  private static void mark(Element element) {
    if (element.hasAttribute("Id")) element.setIdAttribute("Id", true);
    NodeList below = element.getChildNodes();
    for (int i = 0; i < below.getLength(); i++) if (below.item(i) instanceof Element inner) mark(inner);
  }

  private static X509Certificate certificate(String path) throws Exception {
    var octets = new ByteArrayInputStream(Files.readAllBytes(Path.of(path)));
    return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(octets);
  }
}
